#include "profiler/readers/torch_snapshot/snapshot_stacks.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "profiler/base/text/utf8.h"

namespace profiler::torch_snapshot {
namespace {

using Kind = PickleValue::Kind;

constexpr size_t kMostFrames = 1024;  // the innermost of a stack

}  // namespace

OpId SnapshotStacks::OpOf(const PickleValue& frames) {
  if (!frames.is(Kind::kList)) return OpId();
  const auto [it, is_new] = op_of_list_.try_emplace(frames.index);
  if (!is_new) return it->second;
  StringId name;
  const FrameId frame = FrameOf(frames, name);
  if (!frame.valid()) return OpId();
  const auto [of_frame, is_new_frame] = op_of_frame_.try_emplace(frame);
  if (is_new_frame) {
    OpRow row;
    row.kind = OpKind::kRuntime;
    row.name = name;
    row.frame = frame;
    of_frame->second = builder_.AddOp(row);
  }
  it->second = of_frame->second;
  return it->second;
}

FrameId SnapshotStacks::FrameOf(const PickleValue& frames, StringId& name) {
  const auto intern = [&](const PickleValue& frame, std::string_view key) {
    const std::string_view text = pickle_.TextOf(pickle_.Find(frame, key));
    return builder_.Intern(ValidUtf8(LettersWithin(text, kMostOfName)));
  };
  const std::span<const PickleValue> all = pickle_.ItemsOf(frames);
  const std::span<const PickleValue> stack = all.first(std::min(all.size(), kMostFrames));
  FrameId innermost;
  bool is_python = false;
  for (size_t i = stack.size(); i-- > 0;) {
    if (!stack[i].is(Kind::kDict)) continue;
    FrameRow row;
    row.parent = innermost;
    row.file = intern(stack[i], "filename");
    row.function = intern(stack[i], "name");
    const PickleValue line = pickle_.Find(stack[i], "line");
    if (line.is(Kind::kWhole) && line.whole > 0) row.line = line.whole;
    innermost = builder_.Frame(row);
    // Frames of C++ are innermost, below those of Python.
    const bool is_of_python = builder_.strings()[row.file].ends_with(".py");
    if (is_of_python || !is_python) name = row.function;
    is_python |= is_of_python;
  }
  return innermost;
}

}  // namespace profiler::torch_snapshot
