#include "profiler/analysis/ops/framework_op.h"

#include <algorithm>
#include <string_view>

#include "profiler/analysis/collectives/communication.h"

namespace profiler {
namespace {

bool IsOfPyTorch(std::string_view name) {
  return name.starts_with("aten::") || name.starts_with("autograd::") ||
         name.starts_with(kOptimizerStep) || name.starts_with("ProfilerStep#");
}

bool IsOfJax(std::string_view name) {
  return name.starts_with("jit(") || name.starts_with("pjit(") || name.starts_with("pmap(");
}

}  // namespace

bool IsFrameworkOp(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  const std::string_view type = profile.strings[row.type];
  if (type == kUserMarkType) return false;
  // Ops that a distributed TensorFlow adds while it runs are of the kind of calls, too.
  return row.kind != OpKind::kRuntime ||
         (type != kRuntimeType && type != kPythonFunctionType && !type.starts_with('<'));
}

bool IsTimedOp(const Profile& profile, OpId op) {
  return IsFrameworkOp(profile, op) ||
         IsProcessGroupName(profile.strings[profile.ops.row[op].name]);
}

StringId TypeOfTimedOp(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  return IsFrameworkOp(profile, op) ? row.type : row.name;
}

std::string_view ShownType(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  const std::string_view type = profile.strings[row.type];
  const bool communicates = type == kUserMarkType && IsProcessGroupName(profile.strings[row.name]);
  return communicates ? "communication" : type;
}

Framework FrameworkOf(const Profile& profile) {
  for (const SourceRow& source : profile.sources.values()) {
    if (source.recorder == Recorder::kSession) return Framework::kTensorFlow;
  }
  for (const ModuleRow& module : profile.modules.values()) {
    const std::string_view name = profile.strings[module.name];
    if (name.starts_with("jit_") || name.starts_with("pmap_")) return Framework::kJax;
  }
  bool has_typed_ops = false;
  for (const OpRow& row : profile.ops.row.values()) {
    const std::string_view name = profile.strings[row.name];
    if (IsOfPyTorch(name)) return Framework::kPyTorch;
    if (IsOfJax(name)) return Framework::kJax;
    has_typed_ops |= row.kind == OpKind::kGraphNode || row.kind == OpKind::kFrameworkOp;
  }
  const auto& sources = profile.sources.values();
  const bool is_xprof = std::any_of(sources.begin(), sources.end(), [](const SourceRow& source) {
    return source.recorder == Recorder::kXprof;
  });
  return is_xprof && has_typed_ops ? Framework::kTensorFlow : Framework::kUnknown;
}

bool TrainsInPyTorch(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    const std::string_view name = profile.strings[op.name];
    return name.starts_with("autograd::engine::") || name.starts_with(kOptimizerStep);
  });
}

int64_t UnusedAutogradNodes(const Profile& profile) {
  int64_t nodes = 0;
  for (const SourceRow& source : profile.sources.values()) {
    if (source.autograd_nodes > nodes) nodes = source.autograd_nodes;
  }
  return nodes > 0 && TrainsInPyTorch(profile) ? 0 : nodes;
}

bool IsCompiledInPyTorch(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    return profile.strings[op.name].starts_with(kCompiledRegion);
  });
}

bool HasGraphNodes(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [](const OpRow& op) { return op.kind == OpKind::kGraphNode; });
}

}  // namespace profiler
