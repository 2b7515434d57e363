#include "profiler/analysis/steps/program_steps.h"

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/selection/same_step.h"

namespace profiler {

ProgramSteps::ProgramSteps(const Selected& selected) : profile_(selected.profile()) {
  if (profile_.modules.size() == 0) return;
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& places = selected.source_filter();
  absl::flat_hash_set<std::pair<StringId, StepId>> seen;
  absl::flat_hash_map<StringId, int64_t> by_name;
  for (const ExecRow& row : profile_.execs().row.values()) {
    const OpRow& op = profile_.ops.row[row.op];
    if (op.kind != OpKind::kHloInstruction || !op.module.valid() || !row.step.valid()) continue;
    if (!steps.Has(row.step) || !places.Has(row.step, row.device)) continue;
    const StringId name = profile_.modules[op.module].name;
    if (seen.insert({name, SameStep(profile_, row.step)}).second) ++by_name[name];
  }
  for (const ModuleRow& module : profile_.modules.values()) {
    const auto at = by_name.find(module.name);
    steps_.push_back(at == by_name.end() ? 0 : at->second);
  }
}

}  // namespace profiler
