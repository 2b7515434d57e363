#include "profiler/readers/chrome_trace/host_thread.h"

#include <fmt/format.h>

#include <string>

namespace profiler::chrome_trace {
namespace {

constexpr std::string_view kPythonFunction = "PythonFunction";
constexpr std::string_view kRuntime = "Runtime";

// A path that is longer grows no more: calls may nest as deep as a file likes.
constexpr size_t kLongestScope = 4096;

}  // namespace

OpId HostOps::FindOp(OpKind kind, StringId name, StringId type, StringId scope, FrameId frame) {
  const auto [it, is_new] = ops_.try_emplace({kind, name, type, scope, frame});
  if (!is_new) return it->second;
  OpRow row;
  row.kind = kind;
  row.name = name;
  row.type = type;
  row.scope = scope;
  row.frame = frame;
  it->second = builder_.AddOp(row);
  if (type.valid() && !builder_.strings()[type].empty()) builder_.AddType(it->second, type);
  return it->second;
}

StringId HostOps::Below(StringId scope, std::string_view name) {
  const StringId own = builder_.Intern(name);
  if (!scope.valid()) return own;
  if (builder_.strings()[scope].size() > kLongestScope) return scope;
  const auto [it, is_new] = below_.try_emplace({scope, own});
  if (is_new) {
    it->second = builder_.Intern(fmt::format("{}/{}", builder_.strings()[scope], name));
  }
  return it->second;
}

HostOps::Place HostOps::Find(const Slice& slice, const Facts& facts, const Place* around) {
  Place place;
  if (around != nullptr) place = *around;
  place.end = slice.end();
  const StringId scope = place.scope;
  const std::string name(builder_.strings()[slice.name]);
  switch (slice.category) {
    case Category::kOp:
      place.op = FindOp(OpKind::kFrameworkOp, slice.name, slice.name, scope, place.frame);
      place.framework = place.op;
      place.scope = Below(scope, name);
      break;
    case Category::kAnnotation:
      place.op = FindOp(OpKind::kFrameworkOp, slice.name, builder_.Intern("user_annotation"), scope,
                        place.frame);
      place.framework = place.op;
      // A step is no place in the model.
      if (StepOfAnnotation(name) == kUnknown) place.scope = Below(scope, name);
      break;
    case Category::kPython: {
      const PythonFrame split = SplitFrame(name);
      FrameRow frame;
      frame.parent = place.frame;
      frame.file = builder_.Intern(split.file);
      frame.line = split.line;
      frame.function = builder_.Intern(split.function);
      place.frame = builder_.Frame(frame);
      place.op = FindOp(OpKind::kRuntime, slice.name, builder_.Intern(kPythonFunction), StringId(),
                        place.frame);
      const std::string_view module = ModuleOfFrame(name);
      if (!module.empty()) place.scope = Below(scope, module);
      break;
    }
    case Category::kOther: {
      const bool is_named = facts.op_name.valid();
      place.op =
          FindOp(is_named ? OpKind::kGraphNode : OpKind::kFrameworkOp,
                 is_named ? facts.op_name : slice.name, facts.op_type, StringId(), place.frame);
      place.framework = place.op;
      break;
    }
    default:
      place.op =
          FindOp(OpKind::kRuntime, slice.name, builder_.Intern(kRuntime), StringId(), FrameId());
  }
  OpRow& row = builder_.op(place.op);
  if (row.float_ops == kUnknown) row.float_ops = facts.float_ops;
  return place;
}

}  // namespace profiler::chrome_trace
