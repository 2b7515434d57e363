#include "profiler/advise/rules/accelerators/recording_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/how_to_record.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/device_times.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/source_filter.h"
#include "profiler/analysis/steps/code/recorded_events.h"
#include "profiler/base/status.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// What profilers take to record an event: measured as the difference of steps with and without
// them. Of ops and calls of the runtime on hosts of H100s, by torch.profiler; of functions of
// Python, which leave less behind, on slower hosts.
constexpr EventCosts kCosts = {.function = {300'000, 1 * kPicosPerMicro},
                               .other = {1 * kPicosPerMicro, 4 * kPicosPerMicro}};

std::string OneCostText(const EventCost& cost) {
  return fmt::format("{} to {}", FormatMicros(cost.least), FormatMicros(cost.most));
}

// Text such as "1 us to 4 us each", of the kinds of events that there are.
std::string EachCostText(Value events, Value functions) {
  if (functions == 0) return OneCostText(kCosts.other) + " each";
  if (functions == events) return OneCostText(kCosts.function) + " each";
  return fmt::format("{} for a function of Python and {} for any other",
                     OneCostText(kCosts.function), OneCostText(kCosts.other));
}

// Text such as "7,926 events a step, at 1 us to 4 us each, are about 7.93 ms to 22.8 ms of a step's
// 34.9 ms".
std::string CostOfStepText(const RecordingCost& cost, std::string_view where) {
  const std::string range =
      cost.least == cost.most
          ? fmt::format("up to {}", FormatMicros(cost.most))
          : fmt::format("about {} to {}", FormatMicros(cost.least), FormatMicros(cost.most));
  return fmt::format("{} events a step{}, at {}, are {} of a step's {}",
                     ScaledText(cost.events, Unit::kCount), where,
                     EachCostText(cost.events, cost.functions), range, FormatMicros(cost.step));
}

// What recording takes of a step, of these events of `steps` steps: no more than `most`.
RecordingCost CostPerStep(const StepTimings& run, const RecordedEvents& events, int64_t steps,
                          Value most) {
  RecordingCost cost;
  cost.run = run.run;
  cost.step = static_cast<Value>(run.mean());
  cost.events = events.events / steps;
  cost.functions = events.functions / steps;
  cost.least = static_cast<Value>(std::min<Int128>(events.least / steps, most));
  cost.most = static_cast<Value>(std::min<Int128>(events.most / steps, most));
  return cost;
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
    RecordedEvents sum;
    for (const RecordedEvents& thread : RecordedEventsIn(input.selected, run, kCosts)) {
      sum.events += thread.events;
      sum.functions += thread.functions;
      sum.least += thread.least;
      sum.most += thread.most;
    }
    // Devices hide what the host does while they work.
    const auto idle = static_cast<Value>(run.mean() * (1 - busy));
    const RecordingCost cost = CostPerStep(run, sum, static_cast<int64_t>(run.ids.size()), idle);
    if (ShareOf(cost.least, cost.step) >= least_share) return cost;
  }
  return std::nullopt;
}

namespace {

// Of the thread with most events a step: threads work at once, so one of them alone is held up by
// its events.
RecordingCost CostOfBusiestThread(const Selected& selected, const StepTimings& timings) {
  const Profile& profile = selected.profile();
  std::map<SourceId, int64_t> steps_of;  // of a process, which its threads are in
  for (const StepId step : timings.ids) ++steps_of[profile.steps[step].source];
  RecordingCost busiest;
  for (const RecordedEvents& thread : RecordedEventsIn(selected, timings, kCosts)) {
    if (thread.events == 0) continue;
    const auto own = steps_of.find(thread.source);
    const int64_t steps =
        own == steps_of.end() ? static_cast<int64_t>(timings.ids.size()) : own->second;
    if (thread.events / steps <= busiest.events) continue;
    busiest = CostPerStep(timings, thread, steps, static_cast<Value>(timings.mean()));
  }
  return busiest;
}

absl::StatusOr<std::optional<RecordingCost>> HostRecordingCostOf(const RuleInput& input) {
  if (FrameworkOf(input.profile()) == Framework::kUnknown) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const auto devices, TimesOfDevices(input.selected, input.context));
  if (!std::isnan(BusyShareOf(devices))) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  std::optional<RecordingCost> longest;
  for (const StepTimings& run : *runs) {
    if (!run.is_known() || run.is_whole || run.ids.empty()) continue;
    const RecordingCost cost = CostOfBusiestThread(input.selected, run);
    // Marks of the runtime cost far less than functions of Python, and nobody can leave ops out.
    if (2 * cost.functions <= cost.events) continue;
    if (!longest || ShareOf(cost.least, cost.step) > ShareOf(longest->least, longest->step)) {
      longest = cost;
    }
  }
  return longest;
}

}  // namespace

absl::StatusOr<std::optional<RecordingCost>> FindHostRecordingCost(const RuleInput& input) {
  const std::string key =
      fmt::format("host recording cost, types {}, {}",
                  PatternsKey(input.query.selection.account_types), input.selected.Key());
  PROFILER_ASSIGN_OR_RETURN(
      const auto cost,
      input.context.memo().TryGet<std::optional<RecordingCost>>(
          input.profile().identity, key, [&] { return HostRecordingCostOf(input); }));
  return *cost;
}

Finding HostRecordingFinding(const Profile& profile, const RecordingCost& cost) {
  Finding finding;
  finding.id = "recording_cost";
  finding.subject = cost.run;
  finding.text = fmt::format(
      "recording itself slows the host: {}. Shares, and what could be saved, are those of recorded "
      "steps: time some steps without the profiler, or {}, and compare",
      CostOfStepText(cost, " on one thread"), HowToRecordLess(FrameworkOf(profile)));
  finding.command = "steps -select total_us,cpu_us,host_compute_us";
  return finding;
}

Finding RecordingFinding(const RecordingCost& cost) {
  Finding finding;
  finding.id = "recording_cost";
  finding.subject = cost.run;
  finding.text = fmt::format(
      "recording itself slows the host: {}. Without the profiler steps are shorter and devices "
      "idle less: time some steps without it before you act on idle devices",
      CostOfStepText(cost, ""));
  finding.command = "steps -select total_us,cpu_us,host_compute_us";
  return finding;
}

}  // namespace profiler
