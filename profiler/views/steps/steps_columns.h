#ifndef PROFILER_VIEWS_STEPS_STEPS_COLUMNS_H_
#define PROFILER_VIEWS_STEPS_STEPS_COLUMNS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/report/column.h"
#include "profiler/store/profile.h"
#include "profiler/views/steps/step_metrics.h"

namespace profiler {

// A row of `steps`: a step, or the time outside every step.
struct StepsRow {
  const Profile& profile;
  const StepSum& sum;
  const StepSplit& split;
  std::string host;
  StepMetricMeans metrics = {};
  double against_median = kAbsentReal;
  bool is_outlier = false;

  StepsRow(const Profile& of, const StepSum& step, const StepSplit& parts);

  bool is_step() const { return !sum.steps.empty(); }
  bool is_whole_step() const { return is_step() && !sum.is_partial(profile); }
  StepId id() const { return is_step() ? sum.steps[0] : StepId(); }
  StepRow step() const { return is_step() ? profile.steps[id()] : StepRow(); }
  int64_t number() const { return is_step() ? profile.steps[id()].number : kUnknown; }
  Value total() const { return is_step() ? sum.extent(profile).span() : kAbsent; }
  Value mark() const;  // of several sources the longest; kAbsent if there is none
  std::string name() const;
  std::vector<std::string> paths() const;  // the input files with the step
};

using StepsColumn = ColumnOf<StepsRow>;

// All columns. `all` is the sum of all rows; `are_phases` is AreTimedPhases() of the profile.
std::vector<StepsColumn> StepsColumns(bool has_sources, const ExecSums& all,
                                      bool are_phases = false);

// Columns of times, which are also in StepsColumns().
StepsColumn StepTotalColumn();
std::vector<StepsColumn> StepWorkColumns(const ExecSums& all);  // sums of work, which may overlap
// Parts, which add up to the total, in the order of StepPart.
std::vector<StepsColumn> StepPartColumns(bool are_phases);

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEPS_COLUMNS_H_
