#ifndef PROFILER_VIEWS_SOURCE_LINE_H_
#define PROFILER_VIEWS_SOURCE_LINE_H_

#include <fmt/format.h>

#include <string>

#include "profiler/store/profile.h"

namespace profiler {

// "file.py:12" of a frame; "" of none.
inline std::string SourceLine(const Profile& profile, FrameId frame) {
  if (!frame.valid()) return "";
  const FrameRow& row = profile.frames[frame];
  const std::string file(profile.strings[row.file]);
  return row.line == kUnknown ? file : fmt::format("{}:{}", file, row.line);
}

}  // namespace profiler

#endif  // PROFILER_VIEWS_SOURCE_LINE_H_
