#include "profiler/analysis/instructions/kernel_instructions.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {
namespace {

// "fusion.440" is the kernel "fusion_440".
std::string KernelNameOf(std::string_view instruction) {
  std::string name(instruction);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
  return name;
}

// By module: whether it has command buffers.
std::vector<bool> ModulesWithCommandBuffers(const Profile& profile) {
  std::vector<bool> modules(profile.modules.size());
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const ModuleId module = profile.ops.row[OpId(i)].module;
    if (module.valid() && IsCommandBuffer(profile, OpId(i))) modules[module.row()] = true;
  }
  return modules;
}

}  // namespace

bool IsCommandBuffer(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  return row.kind == OpKind::kHloInstruction &&
         profile.strings[row.type].starts_with("command_buffer");
}

absl::flat_hash_map<StringId, Precision> PrecisionsInCommandBuffers(const Profile& profile) {
  absl::flat_hash_map<StringId, Precision> precisions;
  const std::vector<bool> modules = ModulesWithCommandBuffers(profile);
  if (std::find(modules.begin(), modules.end(), true) == modules.end()) return precisions;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& row = profile.ops.row[OpId(i)];
    if (row.kind != OpKind::kHloInstruction) continue;
    if (!row.module.valid() || !modules[row.module.row()]) continue;
    const StringId kernel = profile.strings.Find(KernelNameOf(profile.strings[row.name]));
    if (!kernel.valid()) continue;
    const Precision precision = PrecisionOf(profile, OpId(i));
    const auto [at, is_new] = precisions.try_emplace(kernel, precision);
    if (!is_new && at->second != precision) at->second = Precision::kUnknown;
  }
  absl::erase_if(precisions, [](const auto& one) { return one.second == Precision::kUnknown; });
  return precisions;
}

}  // namespace profiler
