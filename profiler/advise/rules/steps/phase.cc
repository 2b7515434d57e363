#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/metrics/metrics_since.h"
#include "profiler/advise/rules/steps/lagging_nodes.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/time/level_shift.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct PhaseThresholds {
  Threshold growth = {"growth", 0.2,
                      "a phase grows by more than this share from first to last quarter"};
  Threshold share = {"share", 0.05, "... and by more than this share of a step, 0 to 1", 1};
  Threshold lag = {
      "lag", 0.1,
      "a phase takes longer on one node than on the median node by more than this share of a step"};
};

std::string Time(double picos) { return FormatMicros(static_cast<Value>(picos)); }

using Hosts = std::vector<HostPhases>;

absl::StatusOr<Hosts> PhasesOfSteps(const RuleInput& input, int64_t first, int64_t last) {
  PROFILER_ASSIGN_OR_RETURN(const StepSelection steps,
                            StepSelection::Parse(fmt::format("{}..{}", first, last)));
  return PhasesByHost(input.selected.WithSteps(steps));
}

double MeanStepOf(const Hosts& hosts) {
  double total = 0, count = 0;
  for (const HostPhases& host : hosts) {
    total += static_cast<double>(host.total);
    count += static_cast<double>(host.steps);
  }
  return count > 0 ? total / count : 0;
}

// The smallest and largest number of the profile's steps.
std::pair<int64_t, int64_t> StepNumbers(const Profile& profile) {
  std::pair<int64_t, int64_t> numbers = {kUnknown, kUnknown};
  for (const StepRow& step : profile.steps.values()) {
    if (step.number == kUnknown || step.number < 0) continue;
    numbers.first = numbers.first == kUnknown ? step.number : std::min(numbers.first, step.number);
    numbers.second =
        numbers.second == kUnknown ? step.number : std::max(numbers.second, step.number);
  }
  return numbers;
}

// What a phase takes on a host in each step or, where it runs in some steps only, in each of those.
struct PhaseGrowth {
  const HostPhases* host = nullptr;  // in the last quarter
  double was = 0, is = 0;

  std::string phase;

  bool is_of_all = false;  // it grew on all of several nodes, nowhere twice as much as elsewhere

  double growth() const { return is - was; }
  bool is_in_each() const { return host->counts.at(phase) >= host->steps; }
};

double PerRun(const HostPhases& host, const std::string& phase) {
  const auto time = host.phases.find(phase);
  if (time == host.phases.end()) return 0;
  const int64_t runs = std::max<int64_t>(std::min(host.counts.at(phase), host.steps), 1);
  return static_cast<double>(time->second) / static_cast<double>(runs);
}

// Of several nodes the one on which the phase grew most. Where nodes wait for each other in it, the
// one on which it grew least, as others may only wait longer for that one. Or `picked`, if given.
std::optional<PhaseGrowth> GrowthOf(const Hosts& before, const Hosts& after,
                                    const std::string& phase, const HostPhases* picked = nullptr) {
  std::optional<PhaseGrowth> found;
  std::vector<double> growths;
  for (const HostPhases& host : after) {
    const auto was = std::find_if(before.begin(), before.end(),
                                  [&](const HostPhases& one) { return one.host == host.host; });
    if (was == before.end() || host.phases.count(phase) == 0) continue;
    const PhaseGrowth one = {&host, PerRun(*was, phase), PerRun(host, phase), phase};
    if (one.was <= 0) continue;
    growths.push_back(one.growth());
    const bool is_less = found && one.growth() < found->growth();
    const bool is_more = !found || is_less == ExchangesGradients(phase);
    if (picked == nullptr ? is_more : host.host == picked->host) found = one;
  }
  if (found) {
    const auto [least, most] = std::minmax_element(growths.begin(), growths.end());
    found->is_of_all = growths.size() > 1 && growths.size() == after.size() && 2 * *least >= *most;
  }
  return found;
}

bool Grows(const PhaseGrowth& growth, double step, const PhaseThresholds& limits) {
  return growth.is > (1 + limits.growth) * growth.was && growth.growth() > limits.share * step;
}

// The time of the phase on the host, by the number of the step.
std::map<int64_t, double> TimesByStep(const Selected& selected, const PhaseGrowth& growth) {
  const Profile& profile = selected.profile();
  std::map<int64_t, double> times;
  for (const Track track : Tracks(selected, IsInTotals)) {
    const bool is_of_host =
        track.row.source.valid() &&
        profile.strings[profile.sources[track.row.source].host] == growth.host->host;
    if (!is_of_host || profile.strings[track.row.name] != growth.phase) continue;
    const Events& events = track.events;
    for (size_t e = 0; e < events.size(); ++e) {
      if (!events.step[e].valid()) continue;
      const StepRow& step = profile.steps[events.step[e]];
      if (step.number != kUnknown && !step.partial) {
        times[step.number] += static_cast<double>(events.duration[e]);
      }
    }
  }
  return times;
}

// Whether values grow from their first half to their second by more than `most`.
bool Grow(const std::vector<double>& values, double most) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  return SummaryOf({middle, values.end()}).median - SummaryOf({values.begin(), middle}).median >
         most;
}

// Whether the phase grew in most steps from the first quarter of them to the last one, by half as
// much as its mean: else a few long ones decide, as where one quarter holds more of them. True
// where it is not known of its steps.
bool GrowsInMostSteps(const std::map<int64_t, double>& times, const PhaseGrowth& growth,
                      std::pair<int64_t, int64_t> quarters) {
  std::vector<double> before, after;
  for (const auto& [number, time] : times) {
    if (number <= quarters.first) before.push_back(time);
    if (number >= quarters.second) after.push_back(time);
  }
  if (before.empty() || after.empty()) return true;
  const double was = SummaryOf(std::move(before)).median, is = SummaryOf(std::move(after)).median;
  return 2 * (is - was) * growth.was >= growth.growth() * was;
}

// The number of the first step of a new level. nullopt if the phase grows slowly, so that each of
// two levels grows, too.
std::optional<int64_t> ShiftOf(const std::map<int64_t, double>& times) {
  std::vector<int64_t> numbers;
  std::vector<double> values;
  for (const auto& [number, time] : times) {
    numbers.push_back(number);
    values.push_back(time);
  }
  const auto shift = FindLevelShift(values);
  if (!shift || shift->after <= shift->before) return std::nullopt;
  constexpr double kPartOfShift = 4;
  const double most = (shift->after - shift->before) / kPartOfShift;
  const auto at = values.begin() + static_cast<ptrdiff_t>(shift->first);
  if (Grow({values.begin(), at}, most) || Grow({at, values.end()}, most)) return std::nullopt;
  return numbers[shift->first];
}

// The phases of the steps before and after a time at which one takes longer.
struct GrownSteps {
  Hosts before, after;
  std::optional<int64_t> since;  // the first of `after`; else these are quarters of all steps

  std::string StepText() const {
    return fmt::format("the step went from {} to {}", Time(MeanStepOf(before)),
                       Time(MeanStepOf(after)));
  }
};

std::string GrowthText(const Selected& selected, const PhaseGrowth& growth,
                       const GrownSteps& steps) {
  const bool are_several = steps.after.size() > 1;
  const std::string where =
      !are_several ? ""
                   : fmt::format(" on {}{}", growth.is_of_all ? "all nodes, such as " : "",
                                 growth.host->host);
  const std::string_view each = growth.is_in_each() ? "per step" : "each time";
  if (steps.since) {
    const std::string metrics =
        growth.is_of_all ? "" : MetricsSinceText(selected, growth.host->host, *steps.since);
    return fmt::format("since step {} {} takes {} {}{}, {} before: {}. {}", *steps.since,
                       growth.phase, Time(growth.is), each, where, Time(growth.was),
                       steps.StepText(),
                       !metrics.empty() ? metrics
                                        : "Look at what changed there then: its input, its disk, "
                                          "other work on the machine");
  }
  return fmt::format(
      "{} takes {} {}{} in the last quarter of the steps, {} in the first: {}. Something may pile "
      "up (a list or graph that grows, a cache that fills, files that become more), or the samples "
      "become longer",
      growth.phase, Time(growth.is), each, where, Time(growth.was), steps.StepText());
}

// What the step takes longer, at most by as much as the phase does.
void SetSaved(const PhaseGrowth& growth, const GrownSteps& steps, Finding& finding) {
  const double step = MeanStepOf(steps.after), more = step - MeanStepOf(steps.before);
  if (!growth.is_in_each() || more <= 0) return;
  const double saved = std::min(more, growth.growth());
  finding.saves = static_cast<Value>(saved);
  finding.share = saved / step;
}

// Finds phases that take longer in the last quarter of the steps than in the first quarter.
absl::Status FindGrowth(const InputOf<PhaseThresholds>& input, std::vector<Finding>& findings) {
  constexpr int64_t kFewestSteps = 40;
  const auto [first, last] = StepNumbers(input.profile());
  const bool is_part = !input.selected.steps().all;  // a selection has too few steps to compare
  if (first == kUnknown || last - first < kFewestSteps - 1 || is_part) return absl::OkStatus();
  const int64_t quarter = (last - first) / 4 + 1;
  GrownSteps quarters;
  PROFILER_ASSIGN_OR_RETURN(quarters.before, PhasesOfSteps(input, first, first + quarter - 1));
  PROFILER_ASSIGN_OR_RETURN(quarters.after, PhasesOfSteps(input, last - quarter + 1, last));
  std::set<std::string> phases;
  for (const HostPhases& host : quarters.after) {
    for (const auto& [name, time] : host.phases) phases.insert(name);
  }
  const double step = MeanStepOf(quarters.before);
  const PhaseThresholds& limits = input.thresholds;
  for (const std::string& name : phases) {
    // A collective that takes longer waits for another node.
    if (CommunicationOf(name) != Communication::kNone) continue;
    auto grown = GrowthOf(quarters.before, quarters.after, name);
    if (!grown || !Grows(*grown, step, limits)) continue;
    GrownSteps levels;
    const std::map<int64_t, double> times = TimesByStep(input.selected, *grown);
    const bool is_in_most =
        GrowsInMostSteps(times, *grown, {first + quarter - 1, last - quarter + 1});
    if (const auto since = ShiftOf(times)) {
      PROFILER_ASSIGN_OR_RETURN(levels.before, PhasesOfSteps(input, first, *since - 1));
      PROFILER_ASSIGN_OR_RETURN(levels.after, PhasesOfSteps(input, *since, last));
      levels.since = since;
    }
    const auto of_levels = GrowthOf(levels.before, levels.after, name, grown->host);
    // Where two levels differ by less, the quarters tell more.
    const bool is_of_levels = of_levels && Grows(*of_levels, MeanStepOf(levels.before), limits);
    if (is_of_levels) grown = of_levels;
    if (!is_of_levels && !is_in_most) continue;
    const GrownSteps& steps = is_of_levels ? levels : quarters;
    Finding finding = Warning("growing_phase", name, GrowthText(input.selected, *grown, steps),
                              fmt::format("phases -by process -step {}..{}",
                                          steps.since.value_or(last - quarter + 1), last));
    SetSaved(*grown, steps, finding);
    if (steps.after.size() > 1 && !grown->is_of_all)
      SetPlaceOfHost(input.profile(), grown->host->host, finding);
    findings.push_back(std::move(finding));
  }
  return absl::OkStatus();
}

absl::StatusOr<Verdict> JudgePhases(const InputOf<PhaseThresholds>& input) {
  Verdict verdict;
  if (!HasPhases(input.profile()) || input.profile().steps.size() == 0) {
    verdict.lacks = "no phases of a step were recorded, as SageMaker Debugger records them";
    return verdict;
  }
  PROFILER_RETURN_IF_ERROR(FindGrowth(input, verdict.findings));
  PROFILER_RETURN_IF_ERROR(FindLaggingNodes(input, input.thresholds.lag, verdict.findings));
  return verdict;
}

}  // namespace

extern const Rule kPhaseChecker = RuleOf<PhaseThresholds>{
    .name = "PhaseChecker",
    .summary = "phases that take longer and longer, and nodes that lag behind",
    .run = JudgePhases,
    .applies = HasPhases,
};

}  // namespace profiler
