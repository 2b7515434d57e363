#include "profiler/analysis/steps/user_marks.h"

#include <string>

#include "profiler/analysis/selection/places.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

bool IsAroundStep(const Profile& profile, StringId name, StepId step) {
  return step.valid() && name.valid() && profile.steps[step].name == name;
}

}  // namespace

UserMarks::UserMarks(const Profile& profile)
    : is_mark_(profile.ops.row.size()), in_source_(profile.sources.size()) {
  bool has_marks = false;
  for (uint32_t i = 0; i < is_mark_.size(); ++i) {
    is_mark_[i] = profile.strings[profile.ops.row[OpId(i)].type] == "user_annotation" ? 1 : 0;
    has_marks = has_marks || is_mark_[i] != 0;
  }
  for (uint32_t t = 0; has_marks && t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (track.role != TrackRole::kExec || !track.source.valid()) continue;
    char& has_any = in_source_[track.source.row()];
    for (const OpId op : profile.events[TrackId(t)].op) {
      if (has_any != 0) break;
      has_any = Has(op) ? 1 : 0;
    }
  }
}

bool RecordsPhases(const Profile& profile, SourceId source) {
  return profile.strings[profile.sources[source].format] == "sagemaker_timeline";
}

std::string_view PhaseName(const Profile& profile, const JobTimes& times, const Events& events,
                           uint32_t row) {
  const StringId name = EventName(profile, events, row);
  const StepId step = events.step[row];
  if (IsAroundStep(profile, name, step)) return times.KeyOf(step).first;
  return name.valid() ? profile.strings[name] : std::string_view();
}

std::vector<JobPhase> MarkedPhases(const Profile& profile, const Selection& selection,
                                   const SelectedSteps& steps, const JobTimes& times) {
  const UserMarks marks(profile);
  const Places places(profile, selection);
  std::vector<JobPhase> phases;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    const bool counts = track.role == TrackRole::kExec && marks.HasAny(track.source);
    if (!counts || !places.Has(track)) continue;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile, events, e);
      const StepId step = events.step[e];
      if (!marks.Has(events.op[e]) || !name.valid() || !steps.Has(step)) continue;
      if (IsAroundStep(profile, name, step)) continue;
      const Int128 begin = events.begin[e];
      phases.push_back({std::string(profile.strings[name]),
                        times.On(track.source, begin, begin + events.duration[e])});
    }
  }
  return phases;
}

}  // namespace profiler
