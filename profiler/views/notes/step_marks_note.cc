#include "profiler/views/notes/step_marks_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/steps/user_marks.h"

namespace profiler {
namespace {

std::string_view HowToMark(Recorder recorder) {
  switch (recorder) {
    case Recorder::kTracer:
      return "call prof.step() after each iteration (PyTorch)";
    case Recorder::kXprof:
      return "wrap each step in jax.profiler.StepTraceAnnotation('train', step_num=n) (JAX) or "
             "tf.profiler.experimental.Trace('train', step_num=n, _r=1) (TensorFlow)";
    case Recorder::kSession:
      return "record a RunMetadata for each step (TensorFlow 1)";
    case Recorder::kOther:
      return "";
  }
  return "";
}

struct Unmarked {
  int64_t inferred = 0, percent = 100;
  bool any_whole = false;
  bool has_phases = false;  // users marked parts of a whole recording
  std::set<Recorder> recorders;
};

Unmarked FindUnmarked(const Profile& profile) {
  std::vector<char> has_events(profile.sources.size());
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const bool any = profile.events[TrackId(t)].size() > 0;
    if (any) has_events[profile.tracks[TrackId(t)].source.row()] = 1;
  }
  Unmarked found;
  const UserMarks marks(profile);
  for (const StepRow& step : profile.steps.values()) {
    const bool is_inferred = step.found_by == StepFoundBy::kInferred;
    const bool is_whole = step.found_by == StepFoundBy::kWhole;
    if ((!is_inferred && !is_whole) || has_events[step.source.row()] == 0) continue;
    found.recorders.insert(profile.sources[step.source].recorder);
    found.any_whole = found.any_whole || is_whole;
    found.has_phases = found.has_phases || (is_whole && marks.HasAny(step.source));
    if (!is_inferred) continue;
    ++found.inferred;
    found.percent = std::min(found.percent, step.confidence_percent);
  }
  return found;
}

}  // namespace

void AddStepMarksNote(const Profile& profile, Report& report) {
  const Unmarked found = FindUnmarked(profile);
  if (found.recorders.empty()) return;
  std::vector<std::string> ways;
  for (const Recorder recorder : found.recorders) {
    if (!HowToMark(recorder).empty()) ways.emplace_back(HowToMark(recorder));
  }
  ways.emplace_back("name an event that runs once per step with -step_event");
  std::string text = "no step was marked";
  if (found.inferred > 0) {
    text += fmt::format(": {} steps are inferred from calls that repeat in {} % of the time",
                        found.inferred, found.percent);
  }
  if (found.any_whole) {
    text += found.inferred > 0 ? ", and other inputs count as one step"
                               : ", so the whole recording counts as one step";
  }
  text += fmt::format("; to see steps, {}", fmt::join(ways, ", or "));
  if (found.has_phases) text += "; `phases -by process` shows the phases that the program marked";
  report.notes.push_back(
      {found.inferred > 0 ? "inferred_steps" : "unmarked_steps", Severity::kInfo, std::move(text)});
}

}  // namespace profiler
