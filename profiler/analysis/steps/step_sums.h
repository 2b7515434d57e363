#ifndef PROFILER_ANALYSIS_STEPS_STEP_SUMS_H_
#define PROFILER_ANALYSIS_STEPS_STEP_SUMS_H_

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/wall_span.h"
#include "profiler/analysis/values/exec_sums.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The sum of all executions that count in one training step, or outside of all steps.
struct StepSum {
  std::vector<StepId> steps;  // several if sources of one process record it; empty if outside
  bool ran = false;           // whether any execution counts
  ExecSums execs;
  int64_t ops = 0;                            // the number of distinct ops that ran
  OpId last_op;                               // the last op counted in `ops`
  std::map<DeviceId, WallSpan> device_spans;  // by accelerator: span of work with times
  Value kept_device_span = kAbsent;           // of a step whose events were left out
  std::set<std::string_view> hosts;
  StringId last_host;  // the host added last

  // The time of the whole step, including places that are not selected.
  WallSpan extent(const Profile& profile) const;
  // Whether one of the sources holds the step in part only, so that its time is not that of a whole
  // step.
  bool is_partial(const Profile& profile) const;
  // The time of the accelerator that took longest. Times of several accelerators are not combined,
  // as their clocks differ. kAbsent if there is no accelerator.
  Value device_span() const;
  // Whether accelerators worked in the step, as far as times tell.
  bool has_device_work() const { return !device_spans.empty() || kept_device_span != kAbsent; }
};

// The items of AddUpSteps() that tell which steps there are, without what ran in them.
std::vector<StepSum> StepsWithoutSums(const Profile& profile);

// Returns one item per step, in order of ids, and a last one for the time outside of steps. Only
// executions at the selected places and of the account types count. All steps are included,
// selected or not.
absl::StatusOr<std::vector<StepSum>> AddUpSteps(const Selected& selected, const Query& query,
                                                const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_SUMS_H_
