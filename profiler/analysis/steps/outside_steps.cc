#include "profiler/analysis/steps/outside_steps.h"

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/store/derive/recorder_calls.h"

namespace profiler {

OutsideSteps OutsideStepsOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SourceFilter& source_filter = selected.source_filter();
  OutsideSteps outside;
  absl::flat_hash_map<StringId, Int128> by_name;
  for (const ExecRow& row : profile.execs().row.values()) {
    if (row.step.valid() || !source_filter.Has(row.step, row.device)) continue;
    const StringId name = profile.ops.row[row.op].name;
    const Int128 time = row.cpu_time + row.accelerator_time;
    if (OnlyWaits(profile.strings[name])) {
      outside.waits += time;
      continue;
    }
    outside.work += time;
    if (derive::StartsOrStopsRecording(profile.strings[name])) {
      outside.recorder += time;
      continue;
    }
    Int128& sum = by_name[name];
    sum += time;  // an op's rows are contiguous; on a tie, the first op wins
    if (sum <= outside.most_time) continue;
    outside.most = name;
    outside.most_time = sum;
  }
  return outside;
}

}  // namespace profiler
