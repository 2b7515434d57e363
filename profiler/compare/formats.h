#ifndef PROFILER_COMPARE_FORMATS_H_
#define PROFILER_COMPARE_FORMATS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The formats that a profile was recorded in, joined by commas. Metrics beside it do not count.
std::string FormatsOf(const Profile& profile);

// "PyTorch"; empty if it is unknown.
std::string_view NameOfFramework(const Profile& profile);

// Puts a warning before all notes if the profiles were recorded in other formats, or by another
// framework: such profiles share few names.
void WarnOfOtherFormat(const Profile& base, const Profile& next, std::vector<Note>& notes);

}  // namespace profiler

#endif  // PROFILER_COMPARE_FORMATS_H_
