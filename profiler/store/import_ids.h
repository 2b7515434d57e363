// The ids of import problems that code outside the readers uses.
#ifndef PROFILER_STORE_IMPORT_IDS_H_
#define PROFILER_STORE_IMPORT_IDS_H_

#include <string_view>

namespace profiler {

// Marks an entry that is no problem: the file was read as a part of a source that has another path.
// The entry's detail is the file's format.
inline constexpr std::string_view kPartOfRun = "part_of_run";

}  // namespace profiler

#endif  // PROFILER_STORE_IMPORT_IDS_H_
