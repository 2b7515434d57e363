#ifndef PROFILER_ANALYSIS_OPS_SOURCE_LINE_H_
#define PROFILER_ANALYSIS_OPS_SOURCE_LINE_H_

#include <fmt/format.h>

#include <string>

#include "profiler/store/profile.h"

namespace profiler {

// The source line of a frame, e.g. "file.py:12". Functions built into Python have no file, so for
// these the line of the nearest caller with a file is returned; "" if there is no such caller.
inline std::string SourceLine(const Profile& profile, FrameId frame) {
  const auto has_file = [&](FrameId id) {
    return !profile.strings[profile.frames[id].file].empty();
  };
  while (frame.valid() && !has_file(frame)) frame = profile.frames[frame].parent;
  if (!frame.valid()) return "";
  const FrameRow& row = profile.frames[frame];
  const std::string file(profile.strings[row.file]);
  return row.line == kUnknown ? file : fmt::format("{}:{}", file, row.line);
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_SOURCE_LINE_H_
