#include "profiler/compare/check/measured_runs.h"

#include <utility>

#include "profiler/base/status.h"

namespace profiler {

absl::StatusOr<std::vector<Measured>> MeasureRuns(const CheckTools& tools,
                                                  const MeasureExpression& measure,
                                                  const SampleAxis& axis, const Query& query,
                                                  RunContext& context) {
  std::vector<Measured> in_runs;
  for (const SampledRun& run : axis.runs) {
    Query of_run = query;
    of_run.selection = run.selected.selection();
    absl::StatusOr<Measured> measured =
        TakeMeasure(measure, tools.queries, tools.answerer, run.selected, of_run, context);
    if (absl::IsNotFound(measured.status())) continue;
    PROFILER_RETURN_IF_ERROR(measured.status());
    in_runs.push_back(*std::move(measured));
  }
  return in_runs;
}

}  // namespace profiler
