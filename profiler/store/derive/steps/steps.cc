#include <algorithm>

#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/recorder_calls.h"
#include "profiler/store/derive/steps/step_spans.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

struct SourceSteps {
  StepSpans timed;   // those with begin and end
  bool any = false;  // has steps, with or without times
  StepId whole;
};

std::vector<SourceSteps> StepsBySource(const Profile& profile) {
  std::vector<SourceSteps> by_source(profile.sources.size());
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    SourceSteps& steps = by_source[step.source.row()];
    if (step.found_by == StepFoundBy::kWhole) {
      steps.whole = StepId(i);
      continue;
    }
    steps.any = true;
    if (step.begin != kUnknown && step.end != kUnknown) {
      steps.timed.Add(step.begin, step.end, StepId(i));
    }
  }
  for (SourceSteps& steps : by_source) steps.timed.Finish();
  return by_source;
}

StepId AddWholeStep(Profile& profile, SourceId source) {
  StepRow step;
  step.source = source;
  step.number = 0;
  step.found_by = StepFoundBy::kWhole;
  profile.steps.push_back(step);
  return StepId(static_cast<uint32_t>(profile.steps.size() - 1));
}

void MarkFoundByTime(Events& events, uint32_t e) {
  events.step_by_time.resize(events.size());
  events.step_by_time[e] = 1;
}

// Returns the sorted steps for which the track has an event with the step's exact begin and end.
std::vector<StepId> MarkedSteps(const Profile& profile, const Events& events) {
  std::vector<StepId> marked;
  for (size_t e = 0; e < events.size(); ++e) {
    if (!events.step[e].valid()) continue;
    const StepRow& step = profile.steps[events.step[e]];
    if (step.begin == events.begin[e] && step.end == events.begin[e] + events.duration[e]) {
      marked.push_back(events.step[e]);
    }
  }
  std::sort(marked.begin(), marked.end());
  return marked;
}

// Whether most of the event runs after the step's end. On the thread of the step's mark, such an
// event is code between that step and the next.
bool RunsBehind(const StepRow& step, int64_t begin, int64_t duration) {
  return step.end - begin < duration / 2;
}

// Events nested in an event of a step belong to that step. Parents come before their children.
void InheritSteps(Events& events) {
  for (size_t e = 0; e < events.parent.size(); ++e) {
    const uint32_t parent = events.parent[e];
    if (!events.step[e].valid() && parent != UINT32_MAX) events.step[e] = events.step[parent];
  }
}

// Whether the event is a mark without duration on a track of marks, such as Kineto's "Record Window
// End", which follows when the recorder has stopped. Nothing ran then.
bool IsInstantMark(const TrackRow& track, const Events& events, uint32_t event) {
  return track.kind == TrackKind::kMarker && track.role == TrackRole::kOverlay &&
         events.duration[event] == 0;
}

// Sets the begins and ends that no source recorded from the events of the step.
void FillExtents(Profile& profile) {
  std::vector<bool> open(profile.steps.size());
  for (uint32_t i = 0; i < open.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    open[i] = step.begin == kUnknown && step.end == kUnknown;
  }
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.step[e].valid() || !open[events.step[e].row()]) continue;
      if (IsInstantMark(track, events, e)) continue;
      StepRow& step = profile.steps[events.step[e]];
      const int64_t begin = events.begin[e], end = begin + events.duration[e];
      step.begin = step.begin == kUnknown ? begin : std::min(step.begin, begin);
      step.end = step.end == kUnknown ? end : std::max(step.end, end);
    }
  }
}

// Places the allocations by their times, before steps are extended if the source's host may only
// launch work: that host allocates while it runs ahead of devices. Allocations without a source get
// steps if the profile has one source.
void PlaceAllocations(const std::vector<SourceSteps>& by_source, bool extended, Profile& profile) {
  for (AllocationRow& row : profile.allocations) {
    const bool is_placed = row.source.valid() || by_source.size() == 1;
    if (row.step.valid() || row.time == kUnknown || !is_placed) continue;
    const SourceId source = row.source.valid() ? row.source : SourceId(0);
    if (profile.sources[source].host_ops_may_launch == extended) continue;
    row.step = by_source[source.row()].timed.At(row.time);
  }
}

}  // namespace

void AssignSteps(Profile& profile, bool accelerators) {
  std::vector<SourceSteps> by_source = StepsBySource(profile);
  RecorderCalls recorder(profile);
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (IsAccelerator(track) != accelerators) continue;
    const SourceId source = track.source;
    SourceSteps& steps = by_source[source.row()];
    Events& events = profile.events[TrackId(t)];
    const std::vector<StepId> marked = MarkedSteps(profile, events);
    const std::vector<char> is_recorder = steps.any ? std::vector<char>() : recorder.Of(events);
    InheritSteps(events);
    if (events.size() == 0 || (steps.any && steps.timed.empty())) continue;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (events.step[e].valid()) continue;
      if (steps.any) {
        const StepId step = steps.timed.At(events.begin[e]);
        if (step.valid() && std::binary_search(marked.begin(), marked.end(), step) &&
            RunsBehind(profile.steps[step], events.begin[e], events.duration[e])) {
          continue;
        }
        events.step[e] = step;
        // An inferred step has no other facts than its time.
        if (step.valid() && profile.steps[step].found_by != StepFoundBy::kInferred) {
          MarkFoundByTime(events, e);
        }
      } else if (is_recorder.empty() || is_recorder[e] == 0) {
        if (!steps.whole.valid()) steps.whole = AddWholeStep(profile, source);
        events.step[e] = steps.whole;
      }
    }
  }
  if (accelerators) FillExtents(profile);
  PlaceAllocations(by_source, /*extended=*/accelerators, profile);
}

}  // namespace profiler::derive
