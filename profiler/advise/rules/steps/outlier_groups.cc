#include "profiler/advise/rules/steps/outlier_groups.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/steps/judge/stall_text.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/phases/only_in_steps.h"
#include "profiler/analysis/steps/step_waits.h"
#include "profiler/analysis/values/upper_median.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// More slow steps are not looked at one by one, which takes a pass over all events each.
constexpr size_t kMostApart = 6;

class OutlierGrouper {
 public:
  OutlierGrouper(const RuleInput& input, const StepClasses& classes)
      : input_(input), classes_(classes) {}

  absl::StatusOr<std::vector<OutlierGroup>> Run() const {
    StepTimeList regular, single;
    for (const StepTime* step : classes_.outliers) {
      const bool is_regular = std::find(classes_.periodic.begin(), classes_.periodic.end(), step) !=
                              classes_.periodic.end();
      (is_regular ? regular : single).push_back(step);
    }
    const StepTimeList like_regular = Without(classes_.periodic, regular);
    PROFILER_ASSIGN_OR_RETURN(std::vector<OutlierGroup> groups,
                              GroupsAgainst(single, classes_.ordinary, /*beside_work=*/false));
    // All steps that do the regular work are told as such.
    if (regular.empty() || like_regular.empty()) return groups;
    const bool beside_work = IsMuchBesideWork(like_regular);
    PROFILER_ASSIGN_OR_RETURN(std::vector<OutlierGroup> more,
                              GroupsAgainst(regular, like_regular, beside_work));
    for (OutlierGroup& group : more) {
      group.is_regular = true;
      group.without_regular = beside_work;
      groups.insert(groups.begin(), std::move(group));
    }
    return groups;
  }

 private:
  // How long the steps take, in the order of `steps`; of those that do the regular work without it.
  std::vector<Value> Lengths(const StepTimeList& steps, bool beside_work) const {
    const auto& rest = classes_.rest;
    std::vector<Value> lengths;
    lengths.reserve(steps.size());
    for (const StepTime* step : steps) {
      lengths.push_back(static_cast<Value>(step->wall));
      if (!beside_work) continue;
      const auto at = std::find(rest.begin(), rest.end(), step) - rest.begin();
      lengths.back() -= static_cast<Value>(classes_.regular->times[static_cast<size_t>(at)]);
    }
    return lengths;
  }
  bool IsMuchBesideWork(const StepTimeList& steps) const {
    std::vector<Value> lengths = Lengths(steps, /*beside_work=*/true);
    return 5 * Int128{UpperMedian(lengths)} >= MedianWall(steps);
  }
  Value MeanLength(const StepTimeList& steps, bool beside_work) const {
    Int128 sum = 0;
    for (const Value length : Lengths(steps, beside_work)) sum += length;
    return static_cast<Value>(sum / static_cast<int64_t>(steps.size()));
  }

  absl::StatusOr<std::vector<OutlierGroup>> GroupsAgainst(const StepTimeList& slow,
                                                          const StepTimeList& others,
                                                          bool beside_work) const {
    std::vector<OutlierGroup> groups;
    if (slow.empty()) return groups;
    std::vector<Value> of_others = Lengths(others, beside_work);
    const Value usual = beside_work ? UpperMedian(of_others) : MedianWall(others);
    PROFILER_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                              NamesOf({slow, others}, usual, beside_work));
    std::map<std::string, StepTimeList> by_name;
    for (size_t i = 0; i < names.size(); ++i) by_name[names[i]].push_back(slow[i]);
    for (auto& [name, steps] : by_name) groups.push_back({.name = name, .slow = std::move(steps)});
    if (groups.front().name.empty()) {
      std::rotate(groups.begin(), groups.begin() + 1, groups.end());
    }
    StepTimeList lesser = TakeLesser(groups.back().slow, usual, beside_work);
    if (!lesser.empty()) groups.push_back({.name = "slower than most", .slow = std::move(lesser)});
    for (OutlierGroup& group : groups) {
      group.others = others;
      group.usual = usual;
      group.mean = MeanLength(group.slow, beside_work);
      group.excess = group.mean - usual;
    }
    return groups;
  }

  // What each slow step has of its own: a mark that runs in it alone; else, where slow steps differ
  // in that, a function, or the rank that the others wait for. Steps that have it in common are of
  // one cause.
  absl::StatusOr<std::vector<std::string>> NamesOf(const ComparedSteps& steps, Value usual,
                                                   bool beside_work) const {
    std::vector<std::string> names = MarksOnlyIn(input_.selected, steps);
    if (const auto& rare = classes_.rare) {
      std::set<const StepTime*> do_it;
      for (const size_t index : rare->steps) do_it.insert(classes_.rest[index]);
      for (size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty() && do_it.contains(steps.slow[i])) names[i] = rare->name;
      }
    }
    const bool all_have_marks = std::find(names.begin(), names.end(), "") == names.end();
    // Several ranks may have recorded a step, each with a time of its own.
    std::map<int64_t, StepTimeList> by_number;
    for (const StepTime* step : steps.slow) by_number[step->number].push_back(step);
    if (all_have_marks || by_number.size() < 2 || by_number.size() > kMostApart) return names;
    for (const auto& [number, slow] : by_number) {
      const Value excess = MeanLength(slow, beside_work) - usual;
      if (excess <= 0) continue;
      PROFILER_ASSIGN_OR_RETURN(const std::string name, OwnCause({slow, steps.others}, excess));
      for (size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty() && steps.slow[i]->number == number) names[i] = name;
      }
    }
    const bool are_one = std::count(names.begin(), names.end(), names.front()) ==
                         static_cast<std::ptrdiff_t>(names.size());
    if (are_one) names.assign(names.size(), "");
    return names;
  }

  // What runs in that step alone, or the rank that is slow in it, or that calls stall in it; empty
  // if none is known.
  absl::StatusOr<std::string> OwnCause(const ComparedSteps& step, Value excess) const {
    const auto only = MostOnlyIn(input_.selected, step);
    if (only && kLeastOfSlowness * only->time >= excess) return only->name;
    PROFILER_ASSIGN_OR_RETURN(std::string rank, SlowRank(step, excess));
    if (!rank.empty()) return rank;
    PROFILER_ASSIGN_OR_RETURN(const StallText stalls,
                              TextOfStalls(input_, classes_, step, MeanWall(step.slow) - excess));
    return stalls.text.empty() ? "" : "stalled calls";
  }

  // The rank, or the host, that alone is slow in a step; empty if none is.
  absl::StatusOr<std::string> SlowRank(const ComparedSteps& step, Value excess) const {
    const Profile& profile = input_.profile();
    if (const auto source = OnlySlowSource(profile, step, excess)) {
      return ProcessName(profile, source->source);
    }
    PROFILER_ASSIGN_OR_RETURN(const auto collectives,
                              SharedCollectives(input_.selected, input_.context));
    const auto wait = MostWaitedFor(profile, *collectives, step);
    if (!wait || kLeastOfSlowness * wait->growth() < excess) return "";
    return wait->host.valid() ? std::string(profile.strings[wait->host])
                              : ProcessName(profile, wait->source);
  }

  // Takes those out that are far less slow than the slowest one: a mean would tell of neither.
  StepTimeList TakeLesser(StepTimeList& slow, Value usual, bool beside_work) const {
    constexpr int kTimes = 4;
    const std::vector<Value> lengths = Lengths(slow, beside_work);
    const Int128 most = *std::max_element(lengths.begin(), lengths.end()) - usual;
    StepTimeList lesser;
    if (most <= 0) return lesser;
    for (size_t i = 0; i < slow.size(); ++i) {
      if (kTimes * Int128{lengths[i] - usual} < most) lesser.push_back(slow[i]);
    }
    slow = Without(slow, lesser);
    return lesser;
  }

  const RuleInput& input_;
  const StepClasses& classes_;
};

}  // namespace

absl::StatusOr<std::vector<OutlierGroup>> GroupsOfOutliers(const RuleInput& input,
                                                           const StepClasses& classes) {
  return OutlierGrouper(input, classes).Run();
}

}  // namespace profiler
