#include <algorithm>
#include <memory>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/flow_scan.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

// The direct children of each event of a track.
class Children {
 public:
  explicit Children(const Events& events)
      : first_(events.size(), kNone), next_(events.parent.empty() ? 0 : events.size(), kNone) {
    for (size_t e = events.parent.size(); e-- > 0;) {
      const uint32_t parent = events.parent[e];
      if (parent == UINT32_MAX) continue;
      next_[e] = first_[parent];
      first_[parent] = static_cast<uint32_t>(e);
    }
  }
  template <typename Take>
  void ForEach(uint32_t event, const Take& take) const {
    for (uint32_t child = first_[event]; child != kNone; child = next_[child]) take(child);
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> first_, next_;
};

bool IsEarlier(EventId a, EventId b) {
  return a.track == b.track ? a.row < b.row : a.track < b.track;
}

class Grouping {
 public:
  explicit Grouping(Profile& profile) : profile_(profile), children_(profile.tracks.size()) {
    EachFlowButLaunches(profile, [&](const FlowRow& flow) {
      if (flow.kind == FlowKind::kAsync) hand_overs_.emplace_back(flow.from, flow.to);
    });
    std::stable_sort(hand_overs_.begin(), hand_overs_.end(),
                     [](const auto& a, const auto& b) { return IsEarlier(a.first, b.first); });
  }

  bool has_hand_overs() const { return !hand_overs_.empty(); }

  // Visits marks in order of time, so that an event reached from two marks belongs to the earlier
  // mark.
  void Run() {
    std::vector<std::pair<int64_t, EventId>> marks;
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const Events& events = profile_.events[TrackId(t)];
      if (IsAccelerator(profile_.tracks[TrackId(t)])) continue;
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (events.step[e].valid()) marks.push_back({events.begin[e], {TrackId(t), e}});
      }
    }
    std::stable_sort(marks.begin(), marks.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [begin, mark] : marks) Spread(mark);
  }

 private:
  void Spread(EventId mark) {
    const StepId step = StepOf(mark);
    AddReached(mark);
    while (!open_.empty()) {
      const EventId event = open_.back();
      open_.pop_back();
      if (StepOf(event).valid()) continue;
      StepOf(event) = step;
      AddReached(event);
    }
  }

  void AddReached(EventId event) {
    std::unique_ptr<Children>& children = children_[event.track.row()];
    if (children == nullptr) {
      children = std::make_unique<Children>(profile_.events[event.track]);
    }
    children->ForEach(event.row, [&](uint32_t child) { open_.push_back({event.track, child}); });
    auto hand_over =
        std::lower_bound(hand_overs_.begin(), hand_overs_.end(), event,
                         [](const auto& one, EventId from) { return IsEarlier(one.first, from); });
    for (; hand_over != hand_overs_.end() && hand_over->first == event; ++hand_over) {
      open_.push_back(hand_over->second);
    }
  }

  StepId& StepOf(EventId event) { return profile_.events[event.track].step[event.row]; }

  Profile& profile_;
  std::vector<std::unique_ptr<Children>> children_;      // by track, if needed
  std::vector<std::pair<EventId, EventId>> hand_overs_;  // from and to, by from
  std::vector<EventId> open_;
};

// A thread that executes compiled programs records a hand-over at the begin of each task, and what
// it then runs beside it. Such a thread's events belong to the step of the last task that began.
void SpreadTasks(Profile& profile) {
  std::vector<std::vector<char>> is_begin(profile.tracks.size());
  EachFlowButLaunches(profile, [&](const FlowRow& flow) {
    if (flow.kind != FlowKind::kAsync || IsProgramCall(profile, flow)) return;
    std::vector<char>& begins = is_begin[flow.to.track.row()];
    begins.resize(profile.events[flow.to.track].size());
    begins[flow.to.row] = 1;
  });
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    Events& events = profile.events[TrackId(t)];
    if (is_begin[t].empty() || !RunsPrograms(profile, TrackId(t))) continue;
    absl::flat_hash_set<StringId> names;  // of events that begin a task, linked or not
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (is_begin[t][e] != 0) names.insert(EventName(profile, events, e));
    }
    StepId step;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (events.ParentOf(e) != Events::kNoParent) continue;
      if (names.contains(EventName(profile, events, e))) step = events.step[e];
      if (!events.step[e].valid()) events.step[e] = step;
    }
  }
}

// A thread in a step.
using Place = std::pair<TrackId, StepId>;

// Whether the step of the flow's begin got its data to another thread within its time.
bool StaysInStep(const Profile& profile, const FlowRow& flow) {
  const bool is_data = flow.kind == FlowKind::kData && !(flow.from.track == flow.to.track);
  if (!is_data || IsAccelerator(profile.tracks[flow.to.track])) return false;
  const Events& from = profile.events[flow.from.track];
  const Events& to = profile.events[flow.to.track];
  const StepId step = from.step[flow.from.row];
  return step.valid() && step == to.step[flow.to.row] && !IsStepByTime(from, flow.from.row) &&
         IsStepByTime(to, flow.to.row);
}

}  // namespace

bool RunsPrograms(const Profile& profile, TrackId id) {
  const TrackRow& track = profile.tracks[id];
  const Events& events = profile.events[id];
  if (IsAccelerator(track) || !IsSummed(track)) return false;
  return std::any_of(events.op.begin(), events.op.end(), [&](OpId op) {
    return op.valid() && profile.ops.row[op].kind == OpKind::kHloInstruction;
  });
}

void GroupSteps(Profile& profile) {
  Grouping grouping(profile);
  // Without hand-overs, AssignSteps() assigns all steps by nesting.
  if (!grouping.has_hand_overs()) return;
  grouping.Run();
  SpreadTasks(profile);
}

void OwnBackwardThreads(Profile& profile) {
  absl::flat_hash_set<Place> owned;
  EachFlowButLaunches(profile, [&](const FlowRow& flow) {
    if (!StaysInStep(profile, flow)) return;
    const StepId step = profile.events[flow.from.track].step[flow.from.row];
    owned.insert({flow.to.track, step});
  });
  for (uint32_t t = 0; t < profile.tracks.size() && !owned.empty(); ++t) {
    Events& events = profile.events[TrackId(t)];
    for (size_t e = 0; e < events.step_by_time.size(); ++e) {
      if (owned.contains({TrackId(t), events.step[e]})) events.step_by_time[e] = 0;
    }
  }
}

}  // namespace profiler::derive
