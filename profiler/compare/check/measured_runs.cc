#include "profiler/compare/check/measured_runs.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/base/status.h"

namespace profiler {

absl::StatusOr<SampleAxis> AxisOfMeasure(const CheckTools& tools, const MeasureExpression& measure,
                                         const Selected& selected, const Query& query,
                                         RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const Query own, tools.queries(measure, query));
  return SampleAxisOf(Selected(selected.profile(), own.selection), own, context);
}

MeasureQueries InSteps(const MeasureQueries& queries, const std::vector<SampledStep>& steps) {
  std::set<int64_t> numbers;
  for (const SampledStep& step : steps) numbers.insert(step.number);
  std::string list = StepList({numbers.begin(), numbers.end()});
  return [queries, list = std::move(list)](const MeasureExpression& measure,
                                           const Query& command) -> absl::StatusOr<Query> {
    PROFILER_ASSIGN_OR_RETURN(Query own, queries(measure, command));
    PROFILER_ASSIGN_OR_RETURN(own.selection.steps, StepSelection::Parse(list));
    // Means that are divided already would be cut to whole numbers.
    const bool is_mean = own.statistic == Statistic::kMean || own.statistic == Statistic::kMeanAll;
    if (is_mean) own.statistic = Statistic::kSum;
    return own;
  };
}

void DividePerStep(const Profile& profile, const std::vector<SampledStep>& steps,
                   Measured& measured) {
  std::set<StepId> different;  // those of several epochs may share a number
  for (const SampledStep& step : steps) {
    for (const StepId id : step.ids) different.insert(SameStep(profile, id));
  }
  const auto count = static_cast<double>(std::max<size_t>(1, different.size()));
  measured.value /= count;
  for (MeasuredRow& row : measured.rows) row.value /= count;
  measured.is_per_step = true;
}

absl::StatusOr<std::vector<Measured>> MeasureRuns(const CheckTools& tools,
                                                  const MeasureExpression& measure,
                                                  const SampleAxis& axis, bool per_step,
                                                  const Query& query, RunContext& context) {
  std::vector<Measured> in_runs;
  for (uint32_t i = 0; i < axis.runs.size(); ++i) {
    const Selected& selected = axis.runs[i].selected;
    Query of_run = query;
    of_run.selection = selected.selection();
    std::vector<SampledStep> steps;
    std::copy_if(axis.steps.begin(), axis.steps.end(), std::back_inserter(steps),
                 [&](const SampledStep& step) { return step.run == i; });
    absl::StatusOr<Measured> measured =
        TakeMeasure(measure, per_step ? InSteps(tools.queries, steps) : tools.queries,
                    tools.answerer, selected, of_run, context);
    if (absl::IsNotFound(measured.status())) continue;
    PROFILER_RETURN_IF_ERROR(measured.status());
    if (per_step) DividePerStep(selected.profile(), steps, *measured);
    in_runs.push_back(*std::move(measured));
  }
  return in_runs;
}

}  // namespace profiler
