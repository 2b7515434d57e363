// What takes time of its own beside ops: Python, and the user's marks.
#ifndef PROFILER_ANALYSIS_SAMPLES_OWN_TIME_H_
#define PROFILER_ANALYSIS_SAMPLES_OWN_TIME_H_

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By op, whether it is a Python function that works: its own time is that of a line, too.
std::vector<char> PythonOps(const Profile& profile);

// By op, whether it is a user's mark that names work: none around steps, and none of those that
// only a number tells apart and of which each runs in a step of its own, such as "batch 17".
std::vector<char> WorkMarks(const Profile& profile);

// By op, the scope that the own time of a user's mark or of Python belongs to; empty if it belongs
// to none, as where ops run on other threads of the process meanwhile, whose time it is. `python`
// is PythonOps(); `made` owns the names that the profile does not have.
std::vector<std::string_view> ScopesOfOwnTime(const Profile& profile,
                                              const std::vector<char>& python,
                                              std::deque<std::string>& made);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_OWN_TIME_H_
