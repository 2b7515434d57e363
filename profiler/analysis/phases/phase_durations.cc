#include "profiler/analysis/phases/phase_durations.h"

#include "profiler/analysis/phases/job_phases.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

class PhaseEvents {
 public:
  PhaseEvents(const Selected& selected, bool by_process, const JobTimes& times,
              const std::function<Phases&(SourceId)>& phases_of)
      : selected_(selected),
        profile_(selected.profile()),
        by_process_(by_process),
        times_(times),
        marks_(profile_),
        counts_(StepsThatCount(selected)),
        phases_of_(phases_of) {}

  void Add() {
    for (const Track of : Tracks(selected_)) {
      const TrackRow& track = of.row;
      const Events& events = of.events;
      const bool are_phases = track.source.valid() && profile_.sources[track.source].records_phases;
      // The time of such events is in other tracks, too.
      if (!are_phases && track.role != TrackRole::kExec) continue;
      for (uint32_t e = 0; e < events.size(); ++e) {
        const bool is_instant = !events.kind.empty() && events.kind[e] == EventKind::kInstant;
        if (is_instant || !selected_.steps().Has(events.step[e])) continue;
        const StepId step = events.step[e];
        if (step.valid() && !are_phases && counts_[step.row()] == 0) continue;
        if (are_phases) {
          AddPhase(track, events, e);
        } else {
          AddTime(track, events, e);
        }
      }
    }
  }

 private:
  std::string_view Text(StringId id) const {
    return id.valid() ? profile_.strings[id] : std::string_view();
  }

  void AddPhase(const TrackRow& track, const Events& events, uint32_t e) {
    const std::string_view phase = Text(by_process_ ? track.name : EventName(profile_, events, e));
    const Int128 begin = events.begin[e];
    const JobSpan span = times_.On(track.source, begin, begin + events.duration[e]);
    const StepId step = events.step[e];
    if (step.valid()) {
      const StringId node = profile_.sources[track.source].host;
      phases_of_(track.source).Span(phase, times_.KeyOf(step), node, span);
    } else {
      phases_of_(track.source).Outside(phase, span.end - span.begin);
    }
  }

  // An op runs many times per step, between other ops, so its times are summed. The phase of a
  // process has the time of the user's marks or, without marks, of all its events.
  void AddTime(const TrackRow& track, const Events& events, uint32_t e) {
    const bool by_track = by_process_ && !marks_.HasAny(track.source);
    if (by_process_ && !by_track && !marks_.Has(events.op[e])) return;
    if (marks_.Has(events.op[e]) && !by_track && IsInSameName(profile_, events, e)) return;
    const std::string_view phase =
        by_track ? Text(track.name) : PhaseName(profile_, times_, events, e);
    const Int128 time = by_track ? events.selves()[e] : events.duration[e];
    const StepId step = events.step[e];
    // A recording without steps is none: what ran in it counts each time.
    const bool in_step = step.valid() && profile_.steps[step].found_by != StepFoundBy::kWhole;
    if (in_step || (by_track && step.valid())) {
      phases_of_(track.source).Sum(phase, times_.KeyOf(step), track.source, time);
    } else {
      phases_of_(track.source).Outside(phase, time);
    }
  }

  const Selected& selected_;
  const Profile& profile_;
  const bool by_process_;
  const JobTimes& times_;
  const UserMarks marks_;
  const std::vector<char> counts_;  // by step
  const std::function<Phases&(SourceId)>& phases_of_;
};

}  // namespace

void AddPhaseEvents(const Selected& selected, bool by_process, const JobTimes& times,
                    const std::function<Phases&(SourceId)>& phases_of) {
  PhaseEvents(selected, by_process, times, phases_of).Add();
}

}  // namespace profiler
