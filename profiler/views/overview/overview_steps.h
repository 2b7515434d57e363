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

// How long the selected steps took and what for, in picoseconds, an item for each. Steps that the
// recording cut are left out, unless all are.
struct StepTimings {
  std::vector<double> totals;
  std::array<std::vector<double>, kStepPartCount> parts;
  std::vector<double> waits;  // of `other`: hosts only waited for devices
  size_t left_out = 0;        // were cut
  bool are_cut = false;       // all of them, as none is whole
  bool is_whole = false;      // no steps were recorded: all that was is one

  bool empty() const { return totals.empty(); }
  double mean() const;
  double MeanWait() const;
  // The median over steps of the share that two parts have in the step.
  double MedianShare(StepPart one, StepPart other) const;
  double Mean(StepPart part) const;
  // Of the mean step; 0 where that took no time.
  double Share(StepPart part) const;
};

absl::StatusOr<StepTimings> TimeSteps(const Selected& selected, const Query& query,
                                      RunContext& context);

// The section `step_time`: the whole step, then its parts.
Report StepTimeSection(const StepTimings& timings);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_STEPS_H_
