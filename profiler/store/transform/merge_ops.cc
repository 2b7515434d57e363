#include "profiler/store/transform/merge_ops.h"

#include <algorithm>
#include <type_traits>

#include "profiler/store/facts.h"
#include "profiler/store/transform/merge_rows.h"

namespace profiler {
namespace {

// A module is of the run of its ops.
std::vector<uint32_t> RunOfModules(const MergedPart& part) {
  const Profile& profile = *part.profile;
  const uint32_t first = part.run_of.empty() ? 0 : part.run_of[0];
  std::vector<uint32_t> runs(profile.modules.size(), first);
  for (const OpRow& op : profile.ops.row.values()) {
    if (op.module.valid()) runs[op.module.row()] = part.run_of[op.run_group];
  }
  return runs;
}

// Clears references to ops, because an op may refer to later ops. AddOpLists() sets them again.
OpRow WithoutOps(OpRow row) {
  EachMember(row, [](auto& member) {
    if constexpr (std::is_same_v<decltype(member), OpId&>) member = OpId();
  });
  return row;
}

}  // namespace

void OpMerger::Add(MergedPart& part) {
  AddModules(part);
  part.ops.clear();
  std::vector<char> is_new_op;
  for (const OpRow& from : part.profile->ops.row.values()) {
    const ModuleRow module = from.module.valid() ? part.profile->modules[from.module] : ModuleRow();
    OpRow row = part.InMerged(WithoutOps(from), part.modules, part.frames, part.devices, part.ops);
    row.run_group = part.run_of[row.run_group];
    auto [it, is_new] = op_index_.try_emplace(OpKey{
        row.run_group, row.kind, part.Text(module.name), module.program_id, row.scope, row.name,
        row.input_shapes, row.input_types,
        row.kind == OpKind::kRuntime || row.kind == OpKind::kFrameworkOp ? row.frame : FrameId()});
    if (is_new) it->second = builder_.AddOp(row);
    const auto [to, is_new_type] = OfType(it->second, row);
    OpRow& merged = builder_.op(to);
    FillUnknown(merged, row);
    static_assert(CountAlwaysKnown<OpRow>() == 3, "eager; kind and run group are of the key");
    merged.eager = std::max(merged.eager, row.eager);
    part.ops.push_back(to);
    is_new_op.push_back(is_new || is_new_type ? 1 : 0);
  }
  for (uint32_t i = 0; i < part.ops.size(); ++i) AddOpLists(part, OpId(i), is_new_op[i]);
}

// What XLA adds for an op has its name and another type, as a partitioned dot_general's all-reduce.
std::pair<OpId, bool> OpMerger::OfType(OpId first, const OpRow& row) {
  const StringId type = builder_.op(first).type;
  const auto is_known = [&](StringId id) { return id.valid() && !builder_.strings()[id].empty(); };
  const bool is_same = row.kind != OpKind::kFrameworkOp || type == row.type;
  if (is_same || !is_known(type) || !is_known(row.type)) return {first, false};
  const auto [it, is_new] = other_types_.try_emplace({first, row.type});
  if (is_new) it->second = builder_.AddOp(row);
  return {it->second, is_new};
}

void OpMerger::AddModules(MergedPart& part) {
  part.modules.clear();
  const std::vector<uint32_t> runs = RunOfModules(part);
  for (uint32_t m = 0; m < part.profile->modules.size(); ++m) {
    const ModuleRow row = part.InMerged(part.profile->modules[ModuleId(m)]);
    const auto [it, is_new] = module_index_.try_emplace({runs[m], row.name, row.program_id});
    if (is_new) it->second = builder_.AddModule(row);
    static_assert(CountAlwaysKnown<ModuleRow>() == 0, "all of it is filled in where unknown");
    FillUnknown(tables_.modules[it->second], row);
    part.modules.push_back(it->second);
  }
}

void OpMerger::AddOpLists(const MergedPart& part, OpId from, bool is_new) {
  const auto& ops = part.profile->ops;
  // Names all lists, so that the compiler rejects a new one that is not handled below.
  [[maybe_unused]] const auto& [row, types, shape, inputs, output_shapes, attributes, dims] = ops;
  const OpId to = part.ops[from.row()];
  for (StringId type : ops.types[from]) {
    if (known_types_.insert({to, part.Text(type)}).second) builder_.AddType(to, part.Text(type));
  }
  EachOfBoth(builder_.op(to), ops.row[from], [&](auto& merged, const auto& op) {
    if constexpr (std::is_same_v<decltype(merged), OpId&>) {
      if (!merged.valid()) merged = Mapped(part.ops, op);
    }
  });
  if (!is_new) return;
  for (int64_t dim : ops.shape[from]) builder_.AddShapeDim(to, dim);
  for (const OpInput& input : ops.inputs[from]) {
    builder_.AddInput(to, part.InMerged(InputFact{{input}, from}, part.ops));
  }
  for (const OpOutputShape& output : ops.output_shapes[from]) {
    const auto first = ops.dims.begin() + output.first;
    builder_.AddOutputShape(to, output.slot, {first, first + output.count});
  }
  for (const OpAttribute& attribute : ops.attributes[from]) {
    builder_.AddAttribute(to, part.InMerged(AttributeFact{{attribute}, from}, part.ops));
  }
}

}  // namespace profiler
