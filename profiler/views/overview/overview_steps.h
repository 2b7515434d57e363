#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_STEPS_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_STEPS_H_

#include <array>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_split.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The durations of the selected steps and of their parts, in picoseconds, one item per step.
// Partial steps are left out, unless all are partial.
struct StepTimings {
  std::vector<double> totals;
  std::array<std::vector<double>, kStepPartCount> parts;
  std::vector<double> waits;  // the part of kOther in which hosts only wait for devices
  size_t left_out = 0;        // the number of partial steps that are left out
  bool are_cut = false;       // all steps are partial
  bool is_whole = false;      // no steps; the whole recording counts as one step

  bool empty() const { return totals.empty(); }
  double mean() const;
  double MeanWait() const;
  // The median, over steps, of the share of the step that both parts take together.
  double MedianShare(StepPart one, StepPart other) const;
  double Mean(StepPart part) const;
  // The share of the mean step that the part takes; 0 if the mean step took no time.
  double Share(StepPart part) const;
};

absl::StatusOr<StepTimings> TimeSteps(const Selected& selected, const Query& query,
                                      RunContext& context);

// The section `step_time`: one row for the whole step, then one for each part.
Report StepTimeSection(const StepTimings& timings);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_STEPS_H_
