#ifndef PROFILER_COMPARE_PAGE_WORK_RENAMED_FILES_H_
#define PROFILER_COMPARE_PAGE_WORK_RENAMED_FILES_H_

#include <map>
#include <string_view>

#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/store/profile.h"

namespace profiler {

// By a file that only the new profile has, the one that only the base has and which was renamed to
// it: most functions of one of them are those of the other, where one of a name that many files
// have, such as __call__, says nothing; or most lines have the same number and function.
using RenamedFiles = std::map<std::string_view, std::string_view>;

// `base_work` and `new_work` are lines of code. The names live as long as the profiles.
RenamedFiles FindRenamedFiles(const Profile& base, const WorkInSteps& base_work,
                              const Profile& next, const WorkInSteps& new_work);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_RENAMED_FILES_H_
