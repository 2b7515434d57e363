// Import rows that other parts know by their id.
#ifndef PROFILER_STORE_IMPORT_IDS_H_
#define PROFILER_STORE_IMPORT_IDS_H_

#include <string_view>

namespace profiler {

// No problem: a file was read as a part of a source that has another path. Its detail is the
// format.
inline constexpr std::string_view kPartOfRun = "part_of_run";

}  // namespace profiler

#endif  // PROFILER_STORE_IMPORT_IDS_H_
