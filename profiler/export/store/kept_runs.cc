#include "profiler/export/store/kept_runs.h"

#include <fmt/format.h>

#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/status.h"

namespace profiler {

absl::StatusOr<std::string> DescribeRuns(const Selected& selected, const Query& query,
                                         RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepTimings> timings,
                            TimeSteps(selected, query, context));
  const Runs runs = RunsOf(selected.profile());
  std::string lines;
  for (const StepTimings& run : timings) {
    if (run.empty()) continue;
    const bool are_inferred =
        !run.ids.empty() &&
        selected.profile().steps[run.ids.front()].found_by == StepFoundBy::kInferred;
    lines +=
        fmt::format("\nrun {}: {} step{}{}, median {:.3f} ms", runs.names[run.run_index],
                    run.totals.size(), run.totals.size() == 1 ? "" : "s",
                    are_inferred ? " (inferred, as none was marked)" : "", run.median() * 1e-9);
  }
  return lines;
}

}  // namespace profiler
