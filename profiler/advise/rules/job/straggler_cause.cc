#include "profiler/advise/rules/job/straggler_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

constexpr char kUnknownCause[] = ". Compare its input, its hardware and what else runs there";
// Of two ranks with calls that differ by less, one has no more work.
constexpr double kSameCalls = 0.02;

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

class Comparison {
 public:
  Comparison(const RuleInput& input, SourceId slow, const RanksOfRun& others)
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
    OpId op;
    Compared time, calls;
  };
  // The op whose time on devices grew most.
  std::optional<GrownOp> MostGrownOp() const {
    const std::vector<double> steps = StepsOfEach();
    if (std::count(steps.begin(), steps.end(), 0.0) > 0) return std::nullopt;
    struct Sums {
      std::vector<double> time, calls;
    };
    std::map<OpId, Sums> by_op;
    for (const ExecRow& row : profile_.execs.row.values()) {
      if (row.accelerator_time <= 0 || !row.step.valid() || !row.op.valid()) continue;
      const auto at = index_.find(profile_.steps[row.step].source);
      if (at == index_.end() || !input_.selected.steps().Has(row.step)) continue;
      if (!IsFrameworkOp(profile_, row.op)) continue;
      Sums& sums = by_op[row.op];
      sums.time.resize(of_.size());
      sums.calls.resize(of_.size());
      sums.time[at->second] += static_cast<double>(row.accelerator_time);
      sums.calls[at->second] += static_cast<double>(std::max<int64_t>(row.runs, 0));
    }
    std::optional<GrownOp> most;
    for (const auto& [op, sums] : by_op) {
      const GrownOp one = {op, Means(sums.time, steps), Means(sums.calls, steps)};
      if (!most || one.time.growth() > most->time.growth()) most = one;
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

// Text such as "it runs on X, the others on Y"; empty if others have its model, too.
std::string OtherModelText(const RankSteps& slow, const RanksOfRun& others) {
  std::set<std::string_view> models;
  for (const RankSteps* rank : others) models.insert(rank->model);
  if (slow.model.empty() || models.empty() || models.count("") > 0) return "";
  if (models.count(slow.model) > 0) return "";
  return fmt::format(
      "it runs on {}, the others on {}: use equal GPUs in a job, or give it less work", slow.model,
      fmt::join(models, ", "));
}

std::string DeviceText(const Profile& profile, const Comparison& comparison, const Compared& input,
                       const std::string& other_model, double excess) {
  const auto op = comparison.MostGrownOp();
  if (!op || 2 * op->time.growth() < excess || op->time.others <= 0) return kUnknownCause;
  const std::string_view name = profile.strings[profile.ops.row[op->op].name];
  const double calls = op->calls.others > 0 ? op->calls.slow / op->calls.others : 0;
  if (calls > 1 + kSameCalls) {
    return fmt::format(
        ". {} runs {:.2f} times as often there: it has more work, so compare its "
        "input and its sharding",
        name, calls);
  }
  if (!other_model.empty()) {
    return fmt::format(". {} takes {:.2f} times as long there, in as many calls: {}", name,
                       op->time.slow / op->time.others, other_model);
  }
  const bool same_input = 10 * input.growth() < excess;
  return fmt::format(
      ". {} takes {:.2f} times as long there, in as many calls{}: look at its GPU's clocks, power "
      "and temperature, and at what else runs there",
      name, op->time.slow / op->time.others,
      same_input ? ", and it waits no longer for input" : "");
}

}  // namespace

std::string StragglerRemedy(const RuleInput& input, const RankSteps& slow,
                            const RanksOfRun& others) {
  const double excess = slow.own - slow.middle_own;
  if (!slow.source.valid() || excess <= 0) return kUnknownCause;
  const Comparison comparison(input, slow.source, others);
  const std::vector<Compared> parts =
      comparison.has_others() ? comparison.Parts() : std::vector<Compared>();
  if (parts.empty()) return kUnknownCause;
  const auto sum = [&](StepPart a, StepPart b) {
    const Compared &first = parts[static_cast<size_t>(a)], &second = parts[static_cast<size_t>(b)];
    return Compared{first.slow + second.slow, first.others + second.others};
  };
  const Compared loading = sum(StepPart::kInput, StepPart::kHostToDevice);
  const Compared device = sum(StepPart::kDeviceCompute16, StepPart::kDeviceCompute32);
  const Compared host = sum(StepPart::kHostCompute, StepPart::kKernelLaunch);
  const Compared& copying = parts[static_cast<size_t>(StepPart::kHostToDevice)];
  if (2 * copying.growth() >= excess) {
    return fmt::format(
        ". Copying to its device {}: look at its link to the host, at what else uses that, and "
        "whether the memory is pinned there, too",
        copying.Text());
  }
  if (2 * loading.growth() >= excess) {
    return fmt::format(". Waiting for input {}: look at its input", loading.Text());
  }
  if (2 * device.growth() >= excess) {
    return DeviceText(input.profile(), comparison, loading, OtherModelText(slow, others), excess);
  }
  const auto mark = comparison.MarkThatGrew(excess / 2);
  if (mark) return fmt::format(". {} {}: look at that code there", mark->name, mark->time.Text());
  if (2 * host.growth() >= excess) {
    return fmt::format(
        ". Host compute {}: look at its host's CPUs and what else runs there, and at work that "
        "this "
        "rank alone does",
        host.Text());
  }
  const Compared& other = parts[static_cast<size_t>(StepPart::kOther)];
  if (2 * other.growth() >= excess) {
    return fmt::format(
        ". What no recorded op explains {}: it idles, or runs Python that was not traced, such as "
        "reading or making input",
        other.Text());
  }
  return kUnknownCause;
}

}  // namespace profiler
