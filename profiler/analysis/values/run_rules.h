#ifndef PROFILER_ANALYSIS_VALUES_RUN_RULES_H_
#define PROFILER_ANALYSIS_VALUES_RUN_RULES_H_

#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

// What tfprof leaves out of graphs and RunMetadata. A ProfileProto holds the result of that
// already, so other sources are not touched.
class RunRules {
 public:
  RunRules(const Profile& profile, const Quirks& quirks);

  // tfprof has no node for the op (Quirk::kSkipsTransferNodes).
  bool LeavesOut(OpId op) const;
  // Whether all of every row counts.
  bool counts_all() const { return !tfprof_; }
  // What counts of a row: the row itself, a part of it that lasts until the next call, or null.
  const ExecRow* Count(const ExecRow& row);
  // The accelerator's time of the row was not recorded.
  bool MissesAccelerator(const ExecRow& row) const;
  // Those of some source were not.
  bool any_misses_accelerator() const { return any_misses_accelerator_; }

  // Takes what was asked of another one about other rows.
  void Join(const RunRules& other) {
    dropped_device_ |= other.dropped_device_;
    dropped_zero_starts_ |= other.dropped_zero_starts_;
  }
  // Those that changed a row.
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
  std::vector<char> is_run_;  // by source
  bool tfprof_ = false, any_transfers_ = false, any_misses_accelerator_ = false;
  bool dropped_device_ = false, dropped_zero_starts_ = false;
  absl::flat_hash_map<Key, ExecRow> zero_starts_;  // what executions without a start add to a row
  ExecRow part_;
};

// Whether the source is a graph or RunMetadata, to which tfprof's run rules apply.
bool IsTensorFlowRun(const Profile& profile, const SourceRow& source);
bool HasTensorFlowRun(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_RUN_RULES_H_
