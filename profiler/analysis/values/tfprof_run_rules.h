#ifndef PROFILER_ANALYSIS_VALUES_TFPROF_RUN_RULES_H_
#define PROFILER_ANALYSIS_VALUES_TFPROF_RUN_RULES_H_

#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

// Rules for the facts in graphs and RunMetadata that tfprof ignores. The rules do not apply to
// other sources, e.g. a ProfileProto, which tfprof wrote itself.
class TfprofRunRules {
 public:
  TfprofRunRules(const Profile& profile, const Quirks& quirks);

  // Whether tfprof has no node for the op (Quirk::kSkipsTransferNodes).
  bool LeavesOut(OpId op) const;
  // Whether every row counts completely.
  bool counts_all() const { return !tfprof_; }
  // Returns the counted part of a row: the row itself, a part of the row (valid until the next
  // call), or null if nothing counts.
  const ExecRow* Count(const ExecRow& row);
  // Whether the row's accelerator time was not recorded.
  bool MissesAccelerator(const ExecRow& row) const;
  // Whether any source has rows whose accelerator time was not recorded.
  bool any_misses_accelerator() const { return any_misses_accelerator_; }

  // Merges the results of another object that handled other rows.
  void Join(const TfprofRunRules& other) {
    dropped_device_ |= other.dropped_device_;
    dropped_zero_starts_ |= other.dropped_zero_starts_;
  }
  // The quirks that changed a row.
  std::vector<Quirk> used() const;

 private:
  using Key = std::tuple<OpId, StepId, DeviceId>;

  bool IsRun(StepId step) const {
    return step.valid() && is_run_[profile_.steps[step].source.row()];
  }
  void FindZeroStarts();
  bool CountOneDevice();
  void TakeZeroStarts();

  const Profile& profile_;
  std::vector<char> is_run_;  // indexed by source
  bool tfprof_ = false, any_transfers_ = false, any_misses_accelerator_ = false;
  bool dropped_device_ = false, dropped_zero_starts_ = false;
  absl::flat_hash_map<Key, ExecRow> zero_starts_;  // parts from executions without a start
  ExecRow part_;
};

// Whether tfprof's rules apply to any source.
bool HasTensorFlowRun(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_TFPROF_RUN_RULES_H_
