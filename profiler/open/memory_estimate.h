#ifndef PROFILER_OPEN_MEMORY_ESTIMATE_H_
#define PROFILER_OPEN_MEMORY_ESTIMATE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace profiler {

// Fails, with an estimate, if reading the files is likely to need more than `max_memory` bytes.
// Looks only at the sizes and the first bytes of the files. Files that cannot be opened count as 0
// bytes; reading them later reports the error.
absl::Status CheckMemoryFor(const std::vector<std::string>& files, const std::string& input_format,
                            uint64_t max_memory);

}  // namespace profiler

#endif  // PROFILER_OPEN_MEMORY_ESTIMATE_H_
