// A slow rank against the others of its run: what takes longer there.
#ifndef PROFILER_ADVISE_RULES_JOB_RANK_COMPARISON_H_
#define PROFILER_ADVISE_RULES_JOB_RANK_COMPARISON_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/job/stragglers.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {

// A value of the slow rank, and the median of the others'.
struct Compared {
  double slow = 0, others = 0;

  double growth() const { return slow - others; }
  std::string Text() const {
    return fmt::format("takes {} a step there, {} on the median of the others",
                       FormatMicros(static_cast<Value>(slow)),
                       FormatMicros(static_cast<Value>(others)));
  }
};

// What a slow rank takes longer for than others of its run do.
class RankComparison {
 public:
  RankComparison(const RuleInput& input, SourceId slow, const RanksOfRun& others)
      : input_(input), profile_(input.profile()), slow_(slow) {
    of_.push_back(slow);
    for (const RankSteps* rank : others) {
      if (rank->source.valid()) of_.push_back(rank->source);
    }
    for (uint32_t i = 0; i < of_.size(); ++i) index_[of_[i]] = i;
  }

  bool has_others() const { return of_.size() > 1; }

  // The times of the parts of a step; empty if these are not known.
  std::vector<Compared> Parts() const {
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

  struct GrownOp {
    // Other ops that take this share of the time or less do not show how fast a device is.
    static constexpr double kLeastRest = 0.25;
    // Ops that grow by less than this part of the growth of another one are not slow alike.
    static constexpr double kAlike = 0.25;

    OpId op;
    Compared time, calls;
    Compared rest;  // the time of all other ops on devices

    // Whether the device is not why it grew: a slow one would slow the other ops alike. False where
    // these are few.
    bool IsSlowAlone() const {
      return rest.others > kLeastRest * (rest.others + time.others) &&
             rest.growth() / rest.others < kAlike * time.growth() / time.others;
    }
  };
  // The op whose time on devices grew most.
  std::optional<GrownOp> MostGrownOp() const {
    const std::vector<double> steps = StepsOfEach();
    if (std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
    struct Sums {
      std::vector<double> time, calls;
    };
    std::map<OpId, Sums> by_op;
    std::vector<double> all(of_.size());
    const CommunicationTable communication(profile_);
    for (const ExecRow& row : profile_.execs.row.values()) {
      if (row.accelerator_time <= 0 || !row.step.valid() || !row.op.valid()) continue;
      const auto at = index_.find(profile_.steps[row.step].source);
      if (at == index_.end() || !input_.selected.steps().Has(row.step)) continue;
      if (!IsFrameworkOp(profile_, row.op)) continue;
      if (communication.Of(row.op) != Communication::kNone) continue;  // it waits for others
      Sums& sums = by_op[row.op];
      all[at->second] += static_cast<double>(row.accelerator_time);
      sums.time.resize(of_.size());
      sums.calls.resize(of_.size());
      sums.time[at->second] += static_cast<double>(row.accelerator_time);
      sums.calls[at->second] += static_cast<double>(std::max<int64_t>(row.runs, 0));
    }
    std::optional<GrownOp> most;
    for (const auto& [op, sums] : by_op) {
      GrownOp one = {op, Means(sums.time, steps), Means(sums.calls, steps), {}};
      if (most && one.time.growth() <= most->time.growth()) continue;
      std::vector<double> rest = all;
      for (size_t i = 0; i < rest.size(); ++i) rest[i] -= sums.time[i];
      one.rest = Means(rest, steps);
      most = one;
    }
    return most;
  }

  struct GrownBytes {
    CollectiveKind kind;
    Compared bytes;
  };
  // The kind of collective in which the slow rank has most bytes beyond the others, a step.
  std::optional<GrownBytes> MostGrownBytes() const {
    const auto collectives = SharedCollectives(input_.selected, input_.context);
    const std::vector<double> steps = StepsOfEach();
    if (!collectives.ok() || std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
    std::map<CollectiveKind, std::vector<double>> by_kind;
    for (const CollectiveEvent& one : (*collectives)->events) {
      const auto at = index_.find(one.source);
      if (at == index_.end() || one.bytes == kUnknown || one.is_end || one.is_call) continue;
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

  struct GrownMark {
    std::string_view name;
    Compared time;
  };
  // The mark of users (record_function) that grew by at least `least` a step; of several, which
  // hold each other, the shortest.
  std::optional<GrownMark> MarkThatGrew(double least) const {
    const UserMarks marks(profile_);
    const std::vector<double> steps = StepsOfEach();
    if (std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
    std::map<StringId, std::vector<double>> by_name;
    for (const Track track : Tracks(profile_, HoldsThreadsWork)) {
      const auto at = index_.find(track.row.source);
      if (at == index_.end() || !marks.HasAny(track.row.source)) continue;
      const Events& events = track.events;
      for (uint32_t e = 0; e < events.size(); ++e) {
        const StepId step = events.step[e];
        if (!marks.Has(events.op[e]) || !step.valid() || !input_.selected.steps().Has(step))
          continue;
        const StringId name = profile_.ops.row[events.op[e]].name;
        if (IsMarkOfFramework(profile_.strings[name]) || name == profile_.steps[step].name)
          continue;
        if (IsInSameName(profile_, events, e)) continue;
        std::vector<double>& times = by_name[name];
        times.resize(of_.size());
        times[at->second] += static_cast<double>(events.duration[e]);
      }
    }
    std::optional<GrownMark> found;
    for (const auto& [name, times] : by_name) {
      const GrownMark one = {profile_.strings[name], Means(times, steps)};
      if (one.time.growth() < least) continue;
      if (!found || one.time.slow < found->time.slow) found = one;
    }
    return found;
  }

 private:
  // The selected steps of each rank.
  std::vector<double> StepsOfEach() const {
    std::vector<double> steps(of_.size());
    for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
      const auto at = index_.find(profile_.steps[StepId(s)].source);
      if (at != index_.end() && input_.selected.steps().Has(StepId(s))) ++steps[at->second];
    }
    return steps;
  }

  static Compared Means(const std::vector<double>& sums, const std::vector<double>& steps) {
    std::vector<double> others;
    for (size_t i = 1; i < sums.size(); ++i) others.push_back(sums[i] / steps[i]);
    return {sums[0] / steps[0], others.empty() ? 0 : UpperMedian(others)};
  }

  const RuleInput& input_;
  const Profile& profile_;
  const SourceId slow_;
  std::vector<SourceId> of_;  // the slow one first
  std::map<SourceId, uint32_t> index_;
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_RANK_COMPARISON_H_
