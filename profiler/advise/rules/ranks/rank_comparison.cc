#include "profiler/advise/rules/ranks/rank_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/slow_launches.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/kept/recorded_details.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {

std::string Compared::OnOthers() const {
  return other.empty() ? "median of the others" : fmt::format("other {}", other);
}

std::string Compared::Text() const {
  return fmt::format("takes {} a step there on average, {} on the {}",
                     FormatMicros(static_cast<Value>(slow)),
                     FormatMicros(static_cast<Value>(others)), OnOthers());
}

RankComparison::RankComparison(const RuleInput& input, const RanksOfRun& slow,
                               const RanksOfRun& others)
    : input_(input), profile_(input.profile()) {
  for (const RankSteps* rank : slow) {
    if (rank->source.valid()) of_.push_back(rank->source);
  }
  slow_ = of_.size();
  for (const RankSteps* rank : others) {
    if (rank->source.valid()) of_.push_back(rank->source);
  }
  for (uint32_t i = 0; i < of_.size(); ++i) index_[of_[i]] = i;
  if (of_.size() - slow_ == 1) other_ = NounOf(*others.front());
  std::set<SourceId> with_whole;
  for (const StepRow& step : profile_.steps.values()) {
    if (!step.partial) with_whole.insert(step.source);
  }
  for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
    const StepRow& step = profile_.steps[StepId(s)];
    const bool is_measure = !step.partial || !with_whole.contains(step.source);
    counts_.push_back(is_measure && input.selected.steps().Has(StepId(s)) ? 1 : 0);
  }
}

bool RankComparison::Counts(StepId step) const { return counts_[step.row()] != 0; }

Compared RankComparison::Means(const std::vector<double>& sums,
                               const std::vector<double>& steps) const {
  std::vector<double> slow, others;
  for (size_t i = 0; i < sums.size(); ++i) {
    (i < slow_ ? slow : others).push_back(sums[i] / steps[i]);
  }
  if (slow_ > 1) {
    return {SummaryOf(std::move(slow)).median, SummaryOf(std::move(others)).median, other_};
  }
  return {slow[0], others.empty() ? 0 : UpperMedian(others), other_};
}

std::vector<Compared> RankComparison::Parts() const {
  const auto timings = SharedStepTimings(input_.selected, input_.query, input_.context);
  if (!timings.ok()) return {};
  std::vector<std::vector<double>> sums(kStepPartCount, std::vector<double>(of_.size()));
  std::vector<double> steps(of_.size());
  for (const StepTimings& run : **timings) {
    for (size_t i = 0; i < run.ids.size(); ++i) {
      const auto at = index_.find(profile_.steps[run.ids[i]].source);
      if (at == index_.end()) continue;
      ++steps[at->second];
      for (size_t part = 0; part < kStepPartCount; ++part) {
        sums[part][at->second] += run.parts[part][i];
      }
    }
  }
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return {};
  std::vector<Compared> parts;
  parts.reserve(sums.size());
  for (const std::vector<double>& part : sums) parts.push_back(Means(part, steps));
  return parts;
}

bool RankComparison::RunsSameOps() const {
  // Less of its time in Python functions and marks that others do not have is little.
  constexpr double kLittle = 0.1;
  struct Ran {
    bool is_of_framework = false;
    double time = 0;            // on the slow rank's host
    std::vector<Int128> calls;  // by rank
  };
  std::map<StringId, Ran> by_name;
  double all = 0;
  for (const ExecRow& row : profile_.execs().row.values()) {
    if (!row.step.valid() || !row.op.valid() || row.runs <= 0) continue;
    const auto at = index_.find(profile_.steps[row.step].source);
    if (at == index_.end() || !Counts(row.step)) continue;
    const StringId name = profile_.ops.row[row.op].name;
    if (name == profile_.steps[row.step].name) continue;
    Ran& ran = by_name[name];
    ran.is_of_framework = ran.is_of_framework || IsFrameworkOp(profile_, row.op);
    ran.calls.resize(of_.size());
    ran.calls[at->second] += row.runs;
    if (at->second != 0) continue;
    ran.time += static_cast<double>(row.cpu_time);
    all += static_cast<double>(row.cpu_time);
  }
  const std::vector<double> steps = StepsOfEach();
  const bool have_as_many_steps = std::count(steps.begin(), steps.end(), steps.front()) ==
                                  static_cast<std::ptrdiff_t>(steps.size());
  if (!have_as_many_steps || by_name.empty()) return false;
  const auto runs_same = [&](size_t other) {
    double more = 0;
    for (const auto& [name, ran] : by_name) {
      if (ran.is_of_framework && ran.calls[other] != ran.calls.front()) return false;
      if (ran.calls[other] < ran.calls.front()) more += ran.time;
    }
    return more <= kLittle * all;
  };
  // One other rank that does the same is enough: the rest may have work of their own.
  for (size_t i = slow_; i < of_.size(); ++i) {
    if (runs_same(i)) return true;
  }
  return false;
}

std::optional<RankComparison::LaunchCalls> RankComparison::Launches() const {
  const auto launches = LaunchesInSteps(input_.selected, input_.context);
  const std::vector<double> steps = StepsOfEach(/*with_partial=*/true);  // as launches are
  if (!launches.ok() || std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  std::vector<LaunchTimes> of_each(of_.size());
  for (const auto& [place, times] : launches->by_device) {
    const auto at = index_.find(place.first);
    if (at == index_.end()) continue;
    LaunchTimes& sum = of_each[at->second];
    sum.kernel_calls += times.kernel_calls;
    sum.kernel_call_time += times.kernel_call_time;
    sum.waiting_calls += times.waiting_calls;
    sum.waiting_call_time += times.waiting_call_time;
    sum.longest_kernel_call = std::max(sum.longest_kernel_call, times.longest_kernel_call);
  }
  std::vector<double> counts, times, means;
  for (const LaunchTimes& one : of_each) {
    counts.push_back(static_cast<double>(one.kernel_calls));
    times.push_back(UsualCallTime(one));
    means.push_back(MeanCall(one));
  }
  const Compared count = Means(counts, steps);
  if (!LaunchAsMuch(count.slow, count.others)) return std::nullopt;
  return LaunchCalls{Means(means, std::vector<double>(of_.size(), 1)), Means(times, steps)};
}

std::optional<Compared> RankComparison::Sleeps() const {
  const auto timings = SharedStepTimings(input_.selected, input_.query, input_.context);
  const std::vector<double> steps = StepsOfEach();
  if (!timings.ok() || std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  std::vector<double> sums(of_.size());
  for (const StepTimings& run : **timings) {
    for (size_t i = 0; i < run.ids.size(); ++i) {
      const auto at = index_.find(profile_.steps[run.ids[i]].source);
      if (at != index_.end()) sums[at->second] += run.sleeps[i];
    }
  }
  return Means(sums, steps);
}

std::optional<RankComparison::GrownBytes> RankComparison::MostGrownBytes() const {
  const auto collectives = SharedCollectives(input_.selected, input_.context);
  const std::vector<double> steps = StepsOfEach();
  if (!collectives.ok() || std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  std::map<CollectiveKind, std::vector<double>> by_kind;
  for (const CollectiveEvent& one : (*collectives)->events) {
    const auto at = index_.find(one.source);
    if (at == index_.end() || one.bytes == kUnknown || one.is_end || one.is_call) continue;
    if (IsPointToPoint(one.kind)) continue;  // a stage in the middle of a pipeline sends both ways
    if (one.step.valid() && !Counts(one.step)) continue;
    std::vector<double>& bytes = by_kind[one.kind];
    bytes.resize(of_.size());
    bytes[at->second] += static_cast<double>(one.bytes);
  }
  std::optional<GrownBytes> most;
  for (const auto& [kind, bytes] : by_kind) {
    const GrownBytes one = {kind, Means(bytes, steps)};
    if (!most || one.bytes.growth() > most->bytes.growth()) most = one;
  }
  return most;
}

std::optional<RankComparison::GrownMark> RankComparison::MarkThatGrew(double least) const {
  const UserMarks marks(profile_);
  std::vector<char> counts(profile_.ops.row.size());
  for (uint32_t i = 0; i < counts.size(); ++i) {
    const OpId op(i);
    counts[i] = marks.Has(op) && !IsMarkOfFramework(profile_.strings[profile_.ops.row[op].name]);
  }
  return GrownEvent(least, counts, [&](SourceId source) { return marks.HasAny(source); });
}

std::optional<RankComparison::GrownMark> RankComparison::FunctionThatGrew(double least) const {
  const std::vector<RecordedDetails> details = DetailsOfSources(profile_);
  const bool is_traced_elsewhere =
      std::any_of(of_.begin() + static_cast<ptrdiff_t>(slow_), of_.end(),
                  [&](SourceId other) { return details[other.row()].stacks; });
  if (!is_traced_elsewhere) return std::nullopt;
  std::vector<char> counts(profile_.ops.row.size());
  for (uint32_t i = 0; i < counts.size(); ++i) {
    counts[i] = IsUsersFunction(profile_, profile_.ops.row[OpId(i)]) ? 1 : 0;
  }
  return GrownEvent(least, counts, [](SourceId) { return true; });
}

std::optional<RankComparison::GrownMark> RankComparison::GrownEvent(
    double least, const std::vector<char>& op_counts,
    const std::function<bool(SourceId)>& source_counts) const {
  const std::vector<double> steps = StepsOfEach();
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
  std::map<StringId, std::vector<double>> by_name;
  std::map<StringId, std::set<StepId>> ran_in;  // of the slow rank
  // What gets a result waits for a device, and with it for other ranks.
  const std::vector<char> waits = WaitingOps(profile_);
  for (const Track track : Tracks(profile_, HoldsThreadsWork)) {
    const auto at = index_.find(track.row.source);
    if (at == index_.end() || !source_counts(track.row.source)) continue;
    const Events& events = track.events;
    const std::vector<Int128> waited = WaitsIn(events, waits);
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!events.op[e].valid() || op_counts[events.op[e].row()] == 0) continue;
      if (!step.valid() || !Counts(step)) continue;
      const StringId name = profile_.ops.row[events.op[e]].name;
      if (name == profile_.steps[step].name || IsInSameName(profile_, events, e)) continue;
      std::vector<double>& times = by_name[name];
      times.resize(of_.size());
      const Int128 own = events.duration[e] - waited[e];
      times[at->second] += static_cast<double>(std::max(own, Int128{0}));
      if (at->second == 0) ran_in[name].insert(step);
    }
  }
  std::optional<GrownMark> found;
  for (const auto& [name, times] : by_name) {
    const GrownMark one = {name, Means(times, steps), ran_in[name].size(),
                           static_cast<size_t>(steps.front())};
    if (one.time.growth() < least) continue;
    if (!found || one.time.slow < found->time.slow) found = one;
  }
  return found;
}

std::vector<double> RankComparison::StepsOfEach(bool with_partial) const {
  std::vector<double> steps(of_.size());
  for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
    const auto at = index_.find(profile_.steps[StepId(s)].source);
    if (at == index_.end()) continue;
    const bool counts = with_partial ? input_.selected.steps().Has(StepId(s)) : Counts(StepId(s));
    steps[at->second] += counts ? 1 : 0;
  }
  return steps;
}

}  // namespace profiler
