#include "profiler/analysis/phases/only_in_steps.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/analysis/ops/told_names.h"
#include "profiler/analysis/phases/in_some_steps.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/int128.h"
#include "profiler/base/text/without_digits.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

enum class StepSide : uint8_t { kNeither, kSlow, kOther };

std::vector<StepSide> SidesOf(const Profile& profile, const ComparedSteps& compared) {
  std::vector<StepSide> sides(profile.steps.size());
  for (const StepTime* step : compared.slow) {
    for (const StepId id : step->steps) sides[id.row()] = StepSide::kSlow;
  }
  for (const StepTime* step : compared.others) {
    for (const StepId id : step->steps) sides[id.row()] = StepSide::kOther;
  }
  return sides;
}

struct RanOnly {
  Int128 time = 0;
  std::set<int64_t> steps;  // by number, as several ranks may have recorded a step
};

class OnlyFinder {
 public:
  OnlyFinder(const Profile& profile, std::vector<StepSide> sides)
      : profile_(profile),
        users_(profile),
        sides_(std::move(sides)),
        in_others_(profile.strings.size()) {}

  void Exclude(const Events& events) {
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (SideOf(events, e) != StepSide::kOther) continue;
      if (const StringId name = EventName(profile_, events, e); name.valid()) {
        in_others_[name.row()] = 1;
      }
    }
  }

  void Add(const Events& events) {
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!IsOnlyInSlow(events, e)) continue;
      const uint32_t parent = events.ParentOf(e);
      const bool is_inside = parent != Events::kNoParent && IsOnlyInSlow(events, parent);
      const StringId name = EventName(profile_, events, e);
      if (is_inside && (!users_.Has(name) || IsInSameName(profile_, events, e))) continue;
      RanOnly& one = (is_inside ? inside_ : ran_)[name];
      one.time += events.duration[e];
      one.steps.insert(profile_.steps[events.step[e]].number);
    }
  }

  const std::map<StringId, RanOnly>& ran() const { return ran_; }
  // `name`, or instead of what a library does the user's own in it that takes nearly all its time.
  StringId NamedByUser(StringId name) const {
    if (users_.Has(name)) return name;
    const RanOnly& whole = ran_.at(name);
    StringId best = name;
    Int128 most = 0;
    for (const auto& [inside, one] : inside_) {
      if (one.time <= most || one.steps != whole.steps) continue;
      if (!IsNearlyAll(one.time, whole.time)) continue;
      most = one.time;
      best = inside;
    }
    return best;
  }

  // The names of other steps, without digits: a function that is traced anew gets a new number.
  std::set<std::string> NamesOfOthers() const {
    std::set<std::string> names;
    for (uint32_t i = 0; i < in_others_.size(); ++i) {
      if (in_others_[i] != 0) names.insert(WithoutDigits(profile_.strings[StringId(i)]));
    }
    return names;
  }

 private:
  StepSide SideOf(const Events& events, uint32_t event) const {
    const StepId step = events.step[event];
    return step.valid() ? sides_[step.row()] : StepSide::kNeither;
  }

  // Marks around steps have a number, so none is in two steps.
  bool IsOnlyInSlow(const Events& events, uint32_t event) const {
    if (SideOf(events, event) != StepSide::kSlow) return false;
    const StringId name = EventName(profile_, events, event);
    return name.valid() && in_others_[name.row()] == 0 &&
           !(name == profile_.steps[events.step[event]].name);
  }

  const Profile& profile_;
  const UsersNames users_;
  const std::vector<StepSide> sides_;
  std::vector<char> in_others_;         // by string
  std::map<StringId, RanOnly> ran_;     // of what runs in nothing of that kind
  std::map<StringId, RanOnly> inside_;  // what users name in these
};

// The time of users' marks, by step and by name without digits.
using TimesByMark = std::map<StepId, std::map<std::string, Int128>>;

TimesByMark TimesOfMarks(const Selected& selected) {
  const Profile& profile = selected.profile();
  const UserMarks marks(profile);
  TimesByMark times;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    if (!marks.HasAny(track.row.source)) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!marks.Has(events.op[e]) || !step.valid()) continue;
      const StringId name = EventName(profile, events, e);
      if (!name.valid() || name == profile.steps[step].name) continue;
      times[step][WithoutDigits(profile.strings[name])] += events.duration[e];
    }
  }
  return times;
}

}  // namespace

std::vector<std::string> MarksOnlyIn(const Selected& selected, const ComparedSteps& compared) {
  const TimesByMark times = TimesOfMarks(selected);
  std::set<std::string> in_others;
  Int128 usual = 0;
  const auto add = [&](const StepTime& step, const auto& take) {
    for (const StepId id : step.steps) {
      const auto of_step = times.find(id);
      if (of_step == times.end()) continue;
      for (const auto& [name, time] : of_step->second) take(name, time);
    }
  };
  for (const StepTime* step : compared.others) {
    usual += step->wall / static_cast<int64_t>(compared.others.size());
    add(*step, [&](const std::string& name, Int128) { in_others.insert(name); });
  }
  std::vector<std::string> marks;
  for (const StepTime* step : compared.slow) {
    std::string& most = marks.emplace_back();
    Int128 longest = 0;
    add(*step, [&](const std::string& name, Int128 time) {
      if (time <= longest || in_others.contains(name)) return;
      longest = time;
      most = name;
    });
    if (kLeastOfSlowness * longest < step->wall - usual) most.clear();
  }
  return marks;
}

std::optional<OnlyInSteps> MostOnlyIn(const Selected& selected, const ComparedSteps& compared) {
  const Profile& profile = selected.profile();
  OnlyFinder finder(profile, SidesOf(profile, compared));
  const Tracks tracks(selected, HoldsThreadsWork);
  for (const Track track : tracks) finder.Exclude(track.events);
  for (const Track track : tracks) finder.Add(track.events);
  std::set<int64_t> slow;
  for (const StepTime* step : compared.slow) slow.insert(step->number);
  const std::set<std::string> others =
      finder.ran().empty() ? std::set<std::string>() : finder.NamesOfOthers();
  StringId most;
  Int128 most_time = 0;
  for (const auto& [name, one] : finder.ran()) {
    if (5 * one.steps.size() < 4 * slow.size() || one.time <= most_time) continue;
    if (others.contains(WithoutDigits(profile.strings[name]))) continue;
    most_time = one.time;
    most = name;
  }
  if (!most.valid()) return std::nullopt;
  const std::vector<TimeInStep> times = TimesInSteps(selected, compared.slow, most);
  OnlyInSteps found = {std::string(profile.strings[finder.NamedByUser(most)]), MeanOfTimes(times)};
  for (const TimeInStep& time : times) {
    found.longest = std::max(found.longest, static_cast<Value>(time.longest));
  }
  return found;
}

}  // namespace profiler
