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

// What counts of one training step, or of what ran outside every step, added up.
struct StepSum {
  std::vector<StepId> steps;  // several where sources of one host show the same; none: outside
  bool ran = false;           // something of it counts
  ExecSums execs;
  int64_t ops = 0;                            // distinct ones that ran
  OpId last_op;                               // the last of these
  std::map<DeviceId, WallSpan> device_spans;  // the same by accelerator, of work that has its times
  std::set<std::string_view> hosts;
  StringId last_host;  // the last of these

  // The step's own, whatever places are left out.
  WallSpan extent(const Profile& profile) const;
  // A step that the recording or a window cuts.
  bool is_partial(const Profile& profile) const;
  // Of the accelerator that took longest: their clocks differ. kAbsent where there is none.
  Value device_span() const;
};

// One item for each step, in the order of their ids, and one more for what is outside. The
// selection's places and account types decide what counts; all steps are added up.
absl::StatusOr<std::vector<StepSum>> AddUpSteps(const Selected& selected, const Query& query,
                                                const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_SUMS_H_
