#include "profiler/store/transform/mark_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/steps/step_spans.h"
#include "profiler/store/event_name.h"
#include "profiler/store/facts.h"
#include "profiler/store/row_facts.h"
#include "profiler/store/transform/to_builder.h"

namespace profiler {
namespace {

// Whether the track is a host's. An accelerator's tracks are not, except those that show the host
// launching ops.
bool HoldsMarks(const Profile& profile, const TrackRow& track) {
  const bool on_host = !track.device.valid() || !IsAccelerator(profile.devices[track.device].kind);
  return !IsAccelerator(track) && (on_host || track.role == TrackRole::kExec);
}

// The number of columns in all tables that refer to steps.
#define PROFILER_STEPS_OF(how, field, Name, ...) +RowSchema<table::Name::Row>::kOfType<StepId>
constexpr size_t kRefersToSteps = 0 PROFILER_TABLES(PROFILER_STEPS_OF);
#undef PROFILER_STEPS_OF

class Marker {
 public:
  Marker(const Profile& old, const std::function<bool(StringId)>& is_mark)
      : old_(old),
        is_mark_(is_mark),
        builder_(ToBuilder(old, BuilderEvents::kAll)),
        tables_(builder_.Restore()) {}

  std::optional<Profile> Mark() {
    FindMarks();
    if (marks_.empty()) return std::nullopt;
    for (uint32_t t = 0; t < tables_.tracks.size(); ++t) {
      Events& events = tables_.events[TrackId(t)];
      events.step.assign(events.size(), StepId());
      events.step_by_time.clear();
    }
    AddSteps();
    MoveFacts();
    builder_.FindSteps();
    return builder_.Build();
  }

 private:
  struct MarkPlace {
    SourceId source;
    int64_t begin, end;
    EventId event;
  };

  void FindMarks() {
    for (uint32_t t = 0; t < old_.tracks.size(); ++t) {
      const TrackId track(t);
      if (!HoldsMarks(old_, old_.tracks[track])) continue;
      const Events& events = old_.events[track];
      std::vector<char> inside(events.size());  // of a mark, or one itself
      for (uint32_t e = 0; e < events.size(); ++e) {
        const uint32_t parent = events.ParentOf(e);
        if (parent != Events::kNoParent && inside[parent] != 0) {
          inside[e] = 1;
          continue;
        }
        const StringId name = EventName(old_, events, e);
        if (!name.valid() || !is_mark_(name)) continue;
        inside[e] = 1;
        marks_.push_back({old_.tracks[track].source,
                          events.begin[e],
                          events.begin[e] + events.duration[e],
                          {track, e}});
      }
    }
    std::stable_sort(marks_.begin(), marks_.end(), [](const MarkPlace& a, const MarkPlace& b) {
      return std::tie(a.source, a.begin) < std::tie(b.source, b.begin);
    });
  }

  void AddSteps() {
    tables_.steps = {};
    spans_.resize(old_.sources.size());
    absl::flat_hash_map<std::pair<uint32_t, int64_t>, StepId> step_of_number;  // by run
    int64_t number = 0;
    for (size_t i = 0; i < marks_.size(); ++i) {
      const MarkPlace& mark = marks_[i];
      number = i > 0 && marks_[i - 1].source == mark.source ? number + 1 : 0;
      StepRow step;
      step.source = mark.source;
      step.number = number;
      step.listed = true;
      const StringId name = EventName(old_, old_.events[mark.event.track], mark.event.row);
      step.name = builder_.Intern(fmt::format("{} {}", old_.strings[name], number));
      step.begin = mark.begin;
      step.end = mark.end;
      step.found_by = StepFoundBy::kMarker;
      const StepId id(static_cast<uint32_t>(tables_.steps.size()));
      const uint32_t run = old_.sources[mark.source].run_group;
      const auto [first, is_new] = step_of_number.try_emplace({run, number}, id);
      if (!is_new) step.counts_as = first->second;
      tables_.steps.push_back(step);
      spans_[mark.source.row()].Add(mark.begin, mark.end, id);
      tables_.events[mark.event.track].step[mark.event.row] = id;
    }
    for (StepSpans& spans : spans_) spans.Finish();
  }

  // A fact with a time moves to the step that contains the time.
  void MoveFacts() {
    static_assert(kRefersToSteps == 11, "rows but events and execs are given their new step here");
    tables_.recorded_execs.ChangeAll(
        [&](ExecRow& row) { row.step = StepAt(row.step, row.first_start); });
    tables_.snapshots.ChangeAll([&](SnapshotRow& row) { row.step = StepAt(row.step, row.time); });
    for (AllocationRow& row : tables_.allocations) row.step = StepAt(row.step, row.time);
    for (LaneSeenRow& row : tables_.lanes_seen) row.step = StepId();
    for (UnplacedRow& row : tables_.unplaced) row.step = StepId();
    tables_.kept_execs.ChangeAll([](KeptExecRow& row) { row.step = StepId(); });
    tables_.work_times.ChangeAll([](WorkTimeRow& row) { row.step = StepId(); });
    tables_.step_parts.clear();
  }

  StepId StepAt(StepId old_step, int64_t time) const {
    if (time == kUnknown) return StepId();
    const bool one_source = old_.sources.size() == 1;
    if (!old_step.valid() && !one_source) return StepId();
    const SourceId source = old_step.valid() ? old_.steps[old_step].source : SourceId(0);
    return spans_[source.row()].At(time);
  }

  const Profile& old_;
  const std::function<bool(StringId)>& is_mark_;
  ProfileBuilder builder_;
  Profile& tables_;               // the builder's
  std::vector<MarkPlace> marks_;  // sorted by source and begin: one per step
  std::vector<StepSpans> spans_;  // the steps by source
};

}  // namespace

std::vector<StringId> HostEventNames(const Profile& profile) {
  std::vector<char> seen(profile.strings.size());
  std::vector<StringId> names;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    if (!HoldsMarks(profile, profile.tracks[TrackId(t)])) continue;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile, events, e);
      if (!name.valid() || seen[name.row()] != 0) continue;
      seen[name.row()] = 1;
      names.push_back(name);
    }
  }
  return names;
}

std::optional<Profile> MarkSteps(const Profile& profile,
                                 const std::function<bool(StringId)>& is_mark) {
  return Marker(profile, is_mark).Mark();
}

}  // namespace profiler
