#include "profiler/analysis/phases/in_some_steps.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/analysis/time/step_interval.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr size_t kNoPlaceAsked = -1;

// By step of the profile, its index in the steps that were asked about.
std::vector<size_t> IndexOfSteps(const Profile& profile,
                                 const std::vector<const StepTime*>& steps) {
  std::vector<size_t> index(profile.steps.size(), kNoPlaceAsked);
  for (size_t i = 0; i < steps.size(); ++i) {
    for (const StepId id : steps[i]->steps) index[id.row()] = i;
  }
  return index;
}

struct Ran {
  std::vector<StepId> steps;  // those of one thread are in order; other threads repeat them
  size_t looked_at = 0;       // they are counted again when there are more than half as many
  bool is_often = false;      // in more steps than are looked for, which are not kept
  Int128 time = 0;
};

class SomeStepsFinder {
 public:
  SomeStepsFinder(const Profile& profile, const std::vector<const StepTime*>& steps)
      : profile_(profile), index_(IndexOfSteps(profile, steps)), most_(steps.size() / 2) {
    for (const StepTime* step : steps) recorded_ += step->steps.size();
  }

  void AddSteps(const Events& events) {
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = NameInStep(events, e);
      if (!name.valid()) continue;
      Ran& ran = ran_[name];
      // Events are in order of time, so most of one step come together.
      if (ran.is_often || (!ran.steps.empty() && ran.steps.back() == events.step[e])) continue;
      ran.steps.push_back(events.step[e]);
      if (2 * ran.steps.size() <= std::max(recorded_, ran.looked_at)) continue;
      ran.looked_at = 4 * Distinct(ran.steps);
      if (ran.looked_at <= 2 * recorded_) continue;
      ran.is_often = true;
      ran.steps = {};
    }
  }

  void AddTime(const Events& events) {
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = NameInStep(events, e);
      if (!name.valid()) continue;
      Ran& ran = ran_[name];
      if (!ran.is_often && !IsInSameName(profile_, events, e)) ran.time += events.duration[e];
    }
  }

  std::vector<InSomeSteps> Found() && {
    std::vector<InSomeSteps> found;
    for (auto& [name, ran] : ran_) {
      if (ran.is_often) continue;
      const size_t times = Distinct(ran.steps);
      std::vector<size_t> steps;
      for (const StepId id : ran.steps) steps.push_back(index_[id.row()]);
      std::sort(steps.begin(), steps.end());
      steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
      if (steps.size() < 2 || steps.size() > most_) continue;
      found.push_back(
          {name, std::move(steps), static_cast<Value>(ran.time / static_cast<int64_t>(times))});
    }
    std::sort(found.begin(), found.end(), [](const InSomeSteps& a, const InSomeSteps& b) {
      return a.time != b.time ? a.time > b.time : a.name.row() < b.name.row();
    });
    return found;
  }

 private:
  static size_t Distinct(std::vector<StepId>& steps) {
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps.size();
  }

  // The event's name; invalid if it is in none of the steps, is the mark around its step, or waits
  // for a program, which is recorded where other threads run that.
  StringId NameInStep(const Events& events, uint32_t e) const {
    const StepId step = events.step[e];
    if (!step.valid() || index_[step.row()] == kNoPlaceAsked) return {};
    const StringId name = EventName(profile_, events, e);
    return name == awaits_ || IsAroundStep(profile_, name, step) ? StringId() : name;
  }

  const Profile& profile_;
  const std::vector<size_t> index_;  // by step
  const StringId awaits_ = profile_.strings.Find(kAwaitsProgram);
  const size_t most_;
  size_t recorded_ = 0;  // steps, of all sources
  absl::flat_hash_map<StringId, Ran> ran_;
};

}  // namespace

std::vector<TimeInStep> TimesInSteps(const Selected& selected,
                                     const std::vector<const StepTime*>& steps, StringId name) {
  const Profile& profile = selected.profile();
  const std::vector<size_t> index = IndexOfSteps(profile, steps);
  std::map<StepId, std::vector<Interval>> ran;  // each process has steps of its own
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || index[step.row()] == kNoPlaceAsked) continue;
      if (EventName(profile, events, e) != name) continue;
      const Interval time =
          PartInStep(profile.steps[step], {events.begin[e], events.begin[e] + events.duration[e]});
      if (time.begin < time.end) AddToLast(time, ran[step]);
    }
  }
  std::vector<TimeInStep> times(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    double sum = 0, processes = 0;
    for (const StepId step : steps[i]->steps) {
      const auto it = ran.find(step);
      if (it == ran.end()) continue;
      const auto time = static_cast<double>(TotalLength(std::move(it->second)));
      times[i].longest = std::max(times[i].longest, time);
      sum += time;
      ++processes;
    }
    if (processes > 0) times[i].mean = sum / processes;
  }
  return times;
}

Value MeanOfTimes(const std::vector<TimeInStep>& times) {
  double sum = 0, steps = 0;
  for (const TimeInStep& time : times) {
    sum += time.mean;
    steps += time.longest > 0 ? 1 : 0;
  }
  return steps > 0 ? static_cast<Value>(sum / steps) : 0;
}

std::vector<InSomeSteps> WorkInSomeSteps(const Selected& selected,
                                         const std::vector<const StepTime*>& steps) {
  SomeStepsFinder finder(selected.profile(), steps);
  const Tracks tracks(selected, HoldsThreadsWork);
  for (const Track track : tracks) finder.AddSteps(track.events);
  for (const Track track : tracks) finder.AddTime(track.events);
  return std::move(finder).Found();
}

}  // namespace profiler
