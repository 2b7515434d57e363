#include "profiler/advise/rules/steps/step_classes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/analysis/phases/only_in_steps.h"
#include "profiler/analysis/steps/step_epochs.h"

namespace profiler {
namespace {

class Divider {
 public:
  Divider(const Selected& selected, StepTimeList steps, const StepLimits& limits)
      : selected_(selected), limits_(limits) {
    classes_.all = std::move(steps);
    FindEpochs();
    DivideAfter(WarmUpSteps(WallsOf(classes_.all), limits.warm_up));
  }

  StepClasses Divided() && {
    const size_t warm = classes_.first.size();
    const size_t alone = warm == 0 ? 0 : WarmUpBesideItsClass(warm);
    if (alone < warm) DivideAfter(alone);
    if (WarmUpIsNoise()) DivideAfter(0);
    return std::move(classes_);
  }

 private:
  // The first `warm` steps warm up.
  void DivideAfter(size_t warm) {
    StepTimeList all = std::move(classes_.all);
    std::vector<uint32_t> epochs = std::move(classes_.epochs);
    classes_ = {};
    classes_.epochs = std::move(epochs);
    const auto rest = all.begin() + static_cast<ptrdiff_t>(warm);
    classes_.first.assign(all.begin(), rest);
    classes_.rest.assign(rest, all.end());
    classes_.all = std::move(all);
    Divide();
  }

  // How many of the first `warm` steps are slow beside the steps of their class, too: the first
  // recorded step may be one that does at regular intervals what others do not. Where too few such
  // steps follow it, it is counted among them.
  size_t WarmUpBesideItsClass(size_t warm) {
    const StepClasses divided = classes_;
    if (!classes_.period) DivideAfter(0);
    size_t alone = 0;
    if (!classes_.period) {
      alone = warm;
    } else {
      const Value periodic = MedianWall(classes_.periodic),
                  ordinary = MedianWall(classes_.ordinary);
      const auto warms_up = [&](const StepTime* step) {
        const Value peers = classes_.IsInPeriod(*step) ? periodic : ordinary;
        return static_cast<double>(step->wall) > limits_.warm_up * static_cast<double>(peers);
      };
      while (alone < warm && warms_up(classes_.all[alone])) ++alone;
    }
    classes_ = divided;
    return alone;
  }

  // Whether later steps take as long as the first ones: several, or ordinary ones that vary much.
  bool WarmUpIsNoise() const {
    if (classes_.first.empty()) return false;
    if (EpochsBeginSlowly()) return true;
    const Value first = MeanWall(classes_.first);
    const auto as_long =
        std::count_if(classes_.rest.begin(), classes_.rest.end(),
                      [&](const StepTime* step) { return 4 * step->wall >= 3 * first; });
    if (as_long > 1) return true;
    return as_long == 1 && VariationOf(WallsOf(classes_.ordinary)) > limits_.variation;
  }

  void FindEpochs() {
    const Profile& profile = selected_.profile();
    std::vector<StepId> ids;
    std::set<SourceId> sources;
    for (const StepTime* step : classes_.all) {
      ids.push_back(step->steps.front());
      sources.insert(profile.steps[ids.back()].source);
    }
    std::vector<uint32_t> epochs = EpochsOf(profile, ids);
    const bool begin_again = !epochs.empty() && epochs.back() > 0;
    if (sources.size() == 1 && begin_again) classes_.epochs = std::move(epochs);
  }

  // Whether most of the later epochs begin with a step as slow as one that warms up.
  bool EpochsBeginSlowly() const {
    const double limit = limits_.warm_up * static_cast<double>(MedianWall(classes_.all));
    size_t later = 0, slow = 0;
    for (size_t i = 1; i < classes_.epochs.size(); ++i) {
      if (classes_.epochs[i] == classes_.epochs[i - 1]) continue;
      ++later;
      if (static_cast<double>(classes_.all[i]->wall) > limit) ++slow;
    }
    return later > 0 && 2 * slow > later;
  }

  void Divide() {
    const StepTimeList& rest = classes_.rest;
    FindPeriodic();
    std::set<size_t> in_period;
    if (classes_.period) {
      in_period.insert(classes_.period->steps.begin(), classes_.period->steps.end());
    }
    for (const size_t i : in_period) classes_.periodic.push_back(rest[i]);
    // What steps do on purpose now and then must not hide that some are slow for another cause.
    std::vector<double> walls = WallsOf(rest);
    if (classes_.regular) {
      for (const size_t i : in_period) walls[i] -= classes_.regular->times[i];
      const double beside = MoreBesideWork(walls, in_period);
      for (const size_t i : in_period) walls[i] -= beside;
    }
    const std::set<size_t> is_slow = SlowAmong(walls);
    for (size_t i = 0; i < rest.size(); ++i) {
      const bool is_periodic = in_period.contains(i);
      if (is_slow.contains(i) && (!is_periodic || classes_.regular)) {
        classes_.outliers.push_back(rest[i]);
      } else if (!is_periodic) {
        classes_.ordinary.push_back(rest[i]);
      }
    }
    if (classes_.ordinary.empty()) CountAllAsOrdinary();
    classes_.usual = MedianWall(classes_.ordinary);
  }

  // The steps that are slow, and those that do rare work: how much others vary does not hide them.
  std::set<size_t> SlowAmong(const std::vector<double>& walls) const {
    std::set<size_t> is_slow;
    if (classes_.rare) is_slow.insert(classes_.rare->steps.begin(), classes_.rare->steps.end());
    std::vector<double> others;
    std::vector<size_t> index;
    for (size_t i = 0; i < walls.size(); ++i) {
      if (is_slow.contains(i)) continue;
      others.push_back(walls[i]);
      index.push_back(i);
    }
    for (const size_t i : SlowSteps(others, limits_.deviations, limits_.slow)) {
      is_slow.insert(index[i]);
    }
    return is_slow;
  }

  // How much longer than other steps those in the period take, beside the work found, without which
  // the times are: that may be only a part of what they do.
  static double MoreBesideWork(const std::vector<double>& walls,
                               const std::set<size_t>& in_period) {
    std::vector<double> periodic, others;
    for (size_t i = 0; i < walls.size(); ++i) {
      (in_period.contains(i) ? periodic : others).push_back(walls[i]);
    }
    if (others.empty()) return 0;
    return std::max(0.0, CenterOf(periodic).median - CenterOf(others).median);
  }

  // Unusual thresholds may leave no ordinary step.
  void CountAllAsOrdinary() {
    classes_.ordinary = classes_.rest;
    classes_.periodic.clear();
    classes_.outliers.clear();
    classes_.period.reset();
    classes_.regular.reset();
    classes_.rare.reset();
  }

  // Finds the steps at regular intervals that do what others do not, or that are slow.
  void FindPeriodic() {
    const StepTimeList& rest = classes_.rest;
    if (rest.size() < kLeastForPeriod) return;
    const std::vector<InSomeSteps> some = WorkInSomeSteps(selected_, rest);
    classes_.regular = FindRegularWork(selected_, rest, some, limits_.regular);
    if (classes_.regular) {
      classes_.period = classes_.regular->period;
      return;
    }
    std::vector<int64_t> numbers;
    for (const StepTime* step : rest) numbers.push_back(step->number);
    const std::vector<size_t> slow = SlowSteps(WallsOf(rest), limits_.deviations, limits_.slow);
    const auto find = [&](const std::vector<size_t>& among) {
      classes_.period = FindPeriod(numbers, among);
      if (classes_.period && !IsPattern(rest, *classes_.period, 0)) classes_.period.reset();
      return classes_.period.has_value();
    };
    if (find(slow)) return;
    for (const auto& [mark, steps] : SlowByMark(slow)) {
      if (!mark.empty() && find(steps)) return;
    }
    classes_.rare = FindRareWork(selected_, rest, some, limits_.regular, limits_.slow);
  }

  // The slow steps by the mark that runs in them only.
  std::map<std::string, std::vector<size_t>> SlowByMark(const std::vector<size_t>& slow) const {
    const std::set<size_t> is_slow(slow.begin(), slow.end());
    ComparedSteps compared;
    for (size_t i = 0; i < classes_.rest.size(); ++i) {
      (is_slow.contains(i) ? compared.slow : compared.others).push_back(classes_.rest[i]);
    }
    std::map<std::string, std::vector<size_t>> by_mark;
    if (slow.empty() || compared.others.empty()) return by_mark;
    const std::vector<std::string> marks = MarksOnlyIn(selected_, compared);
    for (size_t i = 0; i < slow.size(); ++i) by_mark[marks[i]].push_back(slow[i]);
    return by_mark;
  }

  const Selected& selected_;
  const StepLimits& limits_;
  StepClasses classes_;
};

}  // namespace

StepClasses ClassesOf(const Selected& selected, StepTimeList steps, const StepLimits& limits) {
  return Divider(selected, std::move(steps), limits).Divided();
}

}  // namespace profiler
