#ifndef PROFILER_ANALYSIS_OPS_SOURCE_LINE_H_
#define PROFILER_ANALYSIS_OPS_SOURCE_LINE_H_

#include <fmt/format.h>

#include <string>

#include "profiler/analysis/ops/user_frame.h"
#include "profiler/store/profile.h"

namespace profiler {

// The line of the user's code that an op comes from, e.g. "file.py:12", given the op's innermost
// frame: that of UserFrame(). "" if no frame has a file.
inline std::string SourceLine(const Profile& profile, FrameId innermost) {
  const FrameId frame = UserFrame(profile, innermost);
  if (!frame.valid()) return "";
  const FrameRow& row = profile.frames[frame];
  const std::string file(profile.strings[row.file]);
  return row.line == kUnknown ? file : fmt::format("{}:{}", file, row.line);
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_SOURCE_LINE_H_
