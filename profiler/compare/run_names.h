// How sentences name a run of several.
#ifndef PROFILER_COMPARE_RUN_NAMES_H_
#define PROFILER_COMPARE_RUN_NAMES_H_

#include <cstddef>
#include <string_view>
#include <vector>

namespace profiler {

// The length of the folder, with the slash behind it, that all names begin with.
size_t CommonFolder(const std::vector<std::string_view>& names);

}  // namespace profiler

#endif  // PROFILER_COMPARE_RUN_NAMES_H_
