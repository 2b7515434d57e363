#include "profiler/readers/torch_snapshot/snapshot_stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "profiler/base/text/utf8.h"

namespace profiler::torch_snapshot {
namespace {

using Kind = PickleValue::Kind;

constexpr size_t kMostFrames = 1024;  // the innermost of a stack

bool IsPython(std::string_view file) { return file.ends_with(".py"); }

// "aten::empty_memory_format" of "at::_ops::empty_memory_format::call(...)", which is how ATen
// calls its op empty.memory_format; else empty.
std::string AtenOpOf(std::string_view function) {
  constexpr std::string_view kOps = "at::_ops::", kCall = "::call(";
  if (!function.starts_with(kOps)) return "";
  function.remove_prefix(kOps.size());
  const size_t end = function.find(kCall);
  if (end == function.npos) return "";
  return fmt::format("aten::{}", function.substr(0, end));
}

}  // namespace

OpId SnapshotStacks::OpOf(const PickleValue& frames) {
  if (!frames.is(Kind::kList)) return OpId();
  const auto [it, is_new] = op_of_list_.try_emplace(frames.index);
  if (!is_new) return it->second;
  StringId name;
  const FrameId frame = FrameOf(frames, name);
  if (!frame.valid()) return OpId();
  const auto [of_stack, is_new_stack] = op_of_stack_.try_emplace({frame, name});
  if (is_new_stack) {
    OpRow row;
    row.kind = OpKind::kRuntime;
    row.name = row.type = name;
    row.frame = frame;
    of_stack->second = builder_.AddOp(row);
  }
  it->second = of_stack->second;
  return it->second;
}

std::string_view SnapshotStacks::Text(const PickleValue& frame, std::string_view key) const {
  return pickle_.TextOf(pickle_.Find(frame, key));
}

FrameId SnapshotStacks::FrameOf(const PickleValue& frames, StringId& name) {
  const auto intern = [&](std::string_view text) {
    return builder_.Intern(ValidUtf8(LettersWithin(text, kMostOfName)));
  };
  const std::span<const PickleValue> all = pickle_.ItemsOf(frames);
  const std::span<const PickleValue> stack = all.first(std::min(all.size(), kMostFrames));
  const bool has_python = std::any_of(stack.begin(), stack.end(), [&](const PickleValue& frame) {
    return frame.is(Kind::kDict) && IsPython(Text(frame, "filename"));
  });
  FrameId innermost;
  std::string op;
  for (size_t i = stack.size(); i-- > 0;) {
    if (!stack[i].is(Kind::kDict)) continue;
    const std::string_view file = Text(stack[i], "filename"), function = Text(stack[i], "name");
    if (op.empty()) op = AtenOpOf(function);
    if (has_python && !IsPython(file)) continue;
    FrameRow row;
    row.parent = innermost;
    row.function = intern(function);
    const PickleValue line = pickle_.Find(stack[i], "line");
    if (line.is(Kind::kWhole) && line.whole > 0) {  // frames of C++ have none
      row.file = intern(file);
      row.line = line.whole;
    }
    innermost = builder_.Frame(row);
    name = row.function;
  }
  if (!op.empty()) name = intern(op);
  return innermost;
}

}  // namespace profiler::torch_snapshot
