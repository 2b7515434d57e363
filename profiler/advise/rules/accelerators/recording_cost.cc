#include "profiler/advise/rules/accelerators/recording_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/how_to_record.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/report/scaled.h"
#include "profiler/store/row_facts.h"

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

namespace {

// Of the thread with most events in the steps of a run.
struct BusiestThread {
  Value events = 0;        // per step
  bool is_python = false;  // most are functions of Python
};

// Threads work at once, so one of them alone is held up by its events.
BusiestThread BusiestThreadOf(const Selected& selected, const StepTimings& timings) {
  const Profile& profile = selected.profile();
  std::vector<char> counts(profile.steps.size());
  for (const StepId step : timings.ids) counts[step.row()] = 1;
  const StringId function = profile.strings.Find(kPythonFunctionType);
  std::map<SourceId, int64_t> steps;  // of a process, which its threads are in
  for (const StepId step : timings.ids) ++steps[profile.steps[step].source];
  BusiestThread busiest;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    Value events = 0, functions = 0;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const StepId step = track.events.step[e];
      if (!step.valid() || counts[step.row()] == 0) continue;
      ++events;
      const OpId op = track.events.op[e];
      if (op.valid() && function.valid() && profile.ops.row[op].type == function) ++functions;
    }
    const bool is_python = 2 * functions > events;
    const auto own = steps.find(track.row.source);
    events /= own == steps.end() ? static_cast<int64_t>(timings.ids.size()) : own->second;
    if (events > busiest.events) busiest = {events, is_python};
  }
  return busiest;
}

}  // namespace

absl::StatusOr<std::optional<Finding>> HostRecordingFinding(const RuleInput& input,
                                                            double least_share) {
  const Framework framework = FrameworkOf(input.profile());
  if (framework == Framework::kUnknown) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const auto devices, TimesOfDevices(input.selected, input.context));
  if (!std::isnan(BusyShareOf(devices))) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  for (const StepTimings& run : *runs) {
    if (!run.is_known() || run.is_whole || run.ids.empty()) continue;
    const BusiestThread thread = BusiestThreadOf(input.selected, run);
    // Marks of the runtime cost far less than functions of Python, and nobody can leave ops out.
    if (!thread.is_python) continue;
    const auto step = static_cast<Value>(run.mean());
    const Value least = std::min(thread.events * kLeastPerEvent, step);
    if (ShareOf(least, step) < least_share) continue;
    Finding finding;
    finding.id = "recording_cost";
    finding.subject = run.run;
    finding.text = fmt::format(
        "recording itself slows the host: {} events a step on one thread, at {} to {} each, are {} "
        "or more of a step's {}. Shares, and what could be saved, are those of recorded steps: "
        "time some steps without the profiler, or {}, and compare",
        ScaledText(thread.events, Unit::kCount), FormatMicros(kLeastPerEvent),
        FormatMicros(kMostPerEvent), FormatMicros(least), FormatMicros(step),
        HowToRecordLess(framework));
    finding.command = "steps -select total_us,cpu_us,host_compute_us";
    return finding;
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
