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
std::vector<char> PythonWork(const Profile& profile);

// By op, the scope that the own time of a user's mark or of Python belongs to; empty if it belongs
// to none. The marks around steps are none. `made` owns the names that the profile does not have.
std::vector<std::string_view> ScopesOfOwnTime(const Profile& profile,
                                              std::deque<std::string>& made);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_OWN_TIME_H_
