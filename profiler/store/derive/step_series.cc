#include "profiler/store/derive/step_series.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

// Marks may overlap by this much because recorders round their times.
constexpr int64_t kRounding = 1'000'000;  // picoseconds

// The track of each step's mark; an invalid id if no event has exactly the times of the step.
std::vector<TrackId> TracksOfMarks(const Profile& profile) {
  std::vector<TrackId> tracks(profile.steps.size());
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.step[e].valid() || tracks[events.step[e].row()].valid()) continue;
      const StepRow& step = profile.steps[events.step[e]];
      const int64_t end = events.begin[e] + events.duration[e];
      if (step.begin == events.begin[e] && step.end == end) {
        tracks[events.step[e].row()] = TrackId(t);
      }
    }
  }
  return tracks;
}

bool IsOfDevice(const Profile& profile, TrackId id) {
  if (!id.valid()) return false;
  const TrackRow& track = profile.tracks[id];
  return track.role != TrackRole::kExec && track.device.valid() &&
         IsAccelerator(profile.devices[track.device].kind);
}

class MarkOrder {
 public:
  explicit MarkOrder(const Profile& profile) : profile_(profile), tracks_(TracksOfMarks(profile)) {}

  std::vector<StepSeries> Series() const {
    std::map<SourceId, std::vector<StepId>> by_source;
    for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
      const StepRow& step = profile_.steps[StepId(s)];
      const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
      if (!is_timed || step.found_by == StepFoundBy::kWhole) continue;
      if (!IsOfDevice(profile_, tracks_[s])) by_source[step.source].emplace_back(s);
    }
    std::vector<StepSeries> series;
    for (auto& [source, steps] : by_source) {
      Sort(steps);
      if (!Overlap(steps)) {
        AddByNesting(steps, series);
        continue;
      }
      std::map<TrackId, std::vector<StepId>> by_thread;
      for (const StepId step : steps) by_thread[tracks_[step.row()]].push_back(step);
      for (const auto& [thread, of_thread] : by_thread) AddByNesting(of_thread, series);
    }
    return series;
  }

 private:
  const StepRow& Row(StepId id) const { return profile_.steps[id]; }

  // By begin; a mark comes before the marks inside it.
  void Sort(std::vector<StepId>& steps) const {
    std::stable_sort(steps.begin(), steps.end(), [&](StepId a, StepId b) {
      return std::tie(Row(a).begin, Row(b).end) < std::tie(Row(b).begin, Row(a).end);
    });
  }

  // Whether marks of different threads overlap.
  bool Overlap(const std::vector<StepId>& steps) const {
    StepId latest;  // the step that ends last of those before
    for (const StepId step : steps) {
      if (latest.valid() && !(tracks_[latest.row()] == tracks_[step.row()]) &&
          static_cast<Int128>(Row(latest).end) - Row(step).begin > kRounding) {
        return true;
      }
      if (!latest.valid() || Row(step).end > Row(latest).end) latest = step;
    }
    return false;
  }

  // Divides the steps of a thread by the number of marks around each.
  void AddByNesting(const std::vector<StepId>& steps, std::vector<StepSeries>& series) const {
    std::vector<StepSeries> by_depth;
    std::vector<StepId> around;
    for (const StepId step : steps) {
      while (!around.empty() && Row(around.back()).end < Row(step).end) around.pop_back();
      while (!around.empty() && Row(around.back()).end <= Row(step).begin) around.pop_back();
      if (by_depth.size() <= around.size()) by_depth.emplace_back();
      by_depth[around.size()].push_back(step);
      around.push_back(step);
    }
    for (StepSeries& one : by_depth) series.push_back(std::move(one));
  }

  const Profile& profile_;
  const std::vector<TrackId> tracks_;  // by step
};

}  // namespace

std::vector<StepSeries> SeriesOfSteps(const Profile& profile) {
  return MarkOrder(profile).Series();
}

}  // namespace profiler::derive
