#include "profiler/analysis/phases/host_ops/line_times.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/trees/code_tree.h"

namespace profiler {

LineTimes::LineTimes(const Profile& profile)
    : profile_(profile), is_known_(profile.op_count()), frames_(profile.op_count()) {}

// Ops that run as Python calls them have as many lines as callers, and one row each only by chance.
FrameId LineTimes::FrameOf(OpId op) const {
  const OpRow& row = profile_.ops.row[op];
  if (row.kind != OpKind::kHloInstruction) return {};
  FrameId frame = UserFrame(profile_, row.frame);
  if (!frame.valid()) {
    frame = UserFrame(profile_, profile_.ops.row[WrittenOp(profile_, op)].frame);
  }
  if (!frame.valid() || IsOfLibrary(profile_, profile_.frames[frame])) return {};
  return profile_.frames[frame].line > 0 ? frame : FrameId();
}

void LineTimes::Add(OpId op, Int128 time) {
  if (is_known_[op.row()] == 0) {
    is_known_[op.row()] = 1;
    frames_[op.row()] = FrameOf(op);
  }
  const FrameId frame = frames_[op.row()];
  if (!frame.valid()) return;
  const FrameRow& row = profile_.frames[frame];
  Times& times = lines_[{row.file, row.line}];
  times.time += time;
  times.ops.insert(profile_.ops.row[WrittenOp(profile_, op)].name);
}

LineTimes::Line LineTimes::Top() const {
  const auto most =
      std::max_element(lines_.begin(), lines_.end(),
                       [](const auto& a, const auto& b) { return a.second.time < b.second.time; });
  if (most == lines_.end()) return {};
  const auto& [file, line] = most->first;
  return {fmt::format("{}:{}", FileName(profile_.strings[file]), line), most->second.time,
          most->second.ops.size()};
}

}  // namespace profiler
