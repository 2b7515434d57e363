#ifndef PROFILER_OPEN_MEMORY_ESTIMATE_H_
#define PROFILER_OPEN_MEMORY_ESTIMATE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace profiler {

// Refuses files that are likely to need more than `max_memory` bytes to be read, with how much that
// is. It looks at their sizes and beginnings only. A file that cannot be read needs none: reading
// will tell.
absl::Status CheckMemoryFor(const std::vector<std::string>& files, const std::string& input_format,
                            uint64_t max_memory);

}  // namespace profiler

#endif  // PROFILER_OPEN_MEMORY_ESTIMATE_H_
