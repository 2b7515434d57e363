#include "profiler/advise/rules/accelerators/recording_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// What torch.profiler takes to record one op, function of Python or call of the runtime: measured
// on hosts of H100s as the difference of steps with and without it.
constexpr Value kLeastPerEvent = Value{1} * kPicosPerMicro;
constexpr Value kMostPerEvent = Value{4} * kPicosPerMicro;
// The events of threads in the steps of a run, per step.
Value EventsPerStep(const Selected& selected, const StepTimings& timings) {
  const Profile& profile = selected.profile();
  std::vector<char> counts(profile.steps.size());
  for (const StepId step : timings.ids) counts[step.row()] = 1;
  Value events = 0;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    for (const StepId step : track.events.step) events += step.valid() ? counts[step.row()] : 0;
  }
  return events / static_cast<int64_t>(timings.ids.size());
}

}  // namespace

absl::StatusOr<std::optional<RecordingCost>> FindRecordingCost(const RuleInput& input,
                                                               double least_share) {
  const Framework framework = FrameworkOf(input.profile());
  if (framework != Framework::kPyTorch && framework != Framework::kJax) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const auto devices, TimesOfDevices(input.selected, input.context));
  const double busy = BusyShareOf(devices);
  if (std::isnan(busy)) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  for (const StepTimings& run : *runs) {
    if (!run.is_known() || run.is_whole || run.ids.empty()) continue;
    RecordingCost cost;
    cost.run = run.run;
    cost.step = static_cast<Value>(run.mean());
    cost.events = EventsPerStep(input.selected, run);
    // Devices hide what the host does while they work.
    const auto idle = static_cast<Value>(run.mean() * (1 - busy));
    cost.least = std::min(cost.events * kLeastPerEvent, idle);
    cost.most = std::min(cost.events * kMostPerEvent, idle);
    if (ShareOf(cost.least, cost.step) >= least_share) return cost;
  }
  return std::nullopt;
}

Finding RecordingFinding(const RecordingCost& cost) {
  Finding finding;
  finding.id = "recording_cost";
  finding.subject = cost.run;
  const std::string range =
      cost.least == cost.most
          ? fmt::format("up to {}", FormatMicros(cost.most))
          : fmt::format("about {} to {}", FormatMicros(cost.least), FormatMicros(cost.most));
  finding.text = fmt::format(
      "recording itself slows the host: {} events a step, at {} to {} each, are {} of a step's {}. "
      "Without the profiler steps are shorter and devices idle less: time some steps without it "
      "before you act on idle devices",
      ScaledText(cost.events, Unit::kCount), FormatMicros(kLeastPerEvent),
      FormatMicros(kMostPerEvent), range, FormatMicros(cost.step));
  finding.command = "steps -select total_us,cpu_us,host_compute_us";
  return finding;
}

}  // namespace profiler
