#include "profiler/views/notes/step_marks_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/steps/likely_step.h"
#include "profiler/base/int128.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

std::string HowToMarkInXprof(Framework framework) {
  constexpr std::string_view kJax =
      "wrap each step in jax.profiler.StepTraceAnnotation('train', step_num=n)";
  constexpr std::string_view kTrace = "tf.profiler.experimental.Trace('train', step_num=n, _r=1)";
  switch (framework) {
    case Framework::kJax:
      return std::string(kJax);
    case Framework::kTensorFlow:
      return fmt::format(
          "wrap each step in {}; around the batches of Keras's fit(), a callback enters it in "
          "on_train_batch_begin and leaves it in on_train_batch_end",
          kTrace);
    default:
      return fmt::format("{} (JAX) or {} (TensorFlow)", kJax, kTrace);
  }
}

std::string HowToMark(Recorder recorder, Framework framework) {
  switch (recorder) {
    case Recorder::kTracer:
      return "give torch.profiler.profile a schedule= and call prof.step() after each iteration "
             "(PyTorch marks no step without schedule=)";
    case Recorder::kXprof:
      return HowToMarkInXprof(framework);
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

// How often an optimizer ran in the only step that each file marks; 0 if one marks several.
Int128 OptimizersInOnlyStep(const Profile& profile) {
  std::set<SourceId> sources;
  for (const StepRow& step : profile.steps.values()) {
    const bool is_marked = step.found_by == StepFoundBy::kMarker &&
                           profile.sources[step.source].recorder == Recorder::kTracer;
    if (!is_marked || !sources.insert(step.source).second) return 0;
  }
  Int128 most = 0;
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    if (!profile.strings[profile.ops.row[OpId(op)].name].starts_with(kOptimizerStep)) continue;
    std::map<SourceId, Int128> runs;
    const auto [first, last] = profile.ExecsOf(OpId(op));
    for (uint32_t exec = first; exec < last; ++exec) {
      const ExecRow row = profile.execs().row[ExecId(exec)];
      if (!row.step.valid() || row.runs == kUnknown) continue;
      most = std::max(most, runs[profile.steps[row.step].source] += row.runs);
    }
  }
  return most;
}

// With an event of the recording that may span a step, where there is one.
std::string HowToNameStep(const Profile& profile, const Unmarked& found) {
  std::string way = "name an event that spans a step with -step_event";
  const LikelyStep likely = found.any_whole ? FindLikelyStep(profile) : LikelyStep();
  if (!likely.name.valid()) return way;
  return way + fmt::format(", perhaps -step_event {}, which runs {} times",
                           QuoteWord(NameRegex(profile.strings[likely.name])), likely.runs);
}

// Marks that cover less of the time from the first one to the last are within steps, not around
// them.
constexpr double kLeastCovered = 0.1;

// The time from the first marked step's begin to the last one's end, and the steps' time in it.
struct MarkedTime {
  int64_t begin = INT64_MAX, end = INT64_MIN, count = 0;
  Int128 in_steps = 0;

  Int128 span() const { return static_cast<Int128>(end) - begin; }
};

}  // namespace

void AddStepsCoverLittleNote(const Profile& profile, Report& report) {
  std::map<SourceId, MarkedTime> by_source;
  for (const StepRow& step : profile.steps.values()) {
    const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
    if (!is_timed || step.found_by != StepFoundBy::kMarker) continue;
    MarkedTime& marked = by_source[step.source];
    marked.begin = std::min(marked.begin, step.begin);
    marked.end = std::max(marked.end, step.end);
    marked.in_steps += static_cast<Int128>(step.end) - step.begin;
    ++marked.count;
  }
  for (const auto& [source, marked] : by_source) {
    if (marked.count < 2 || marked.span() <= 0) continue;
    const double covered =
        static_cast<double>(marked.in_steps) / static_cast<double>(marked.span());
    if (covered >= kLeastCovered) continue;
    report.notes.push_back(
        {"steps_cover_little", Severity::kWarning,
         fmt::format("the events of -step_event cover {:.1f}% of the time from the first to the "
                     "last, so {:.1f}% of it is outside the steps: name an event that spans a "
                     "step, with all of its work",
                     100 * covered, 100 - 100 * covered)});
    return;
  }
}

void AddStepMarksNote(const Profile& profile, Report& report) {
  constexpr int64_t kIterations = 3;
  if (const Int128 optimizers = OptimizersInOnlyStep(profile); optimizers >= kIterations) {
    report.notes.push_back(
        {"one_step_marked", Severity::kWarning,
         fmt::format("one step is marked, and an optimizer's step ran {} times in it: if these are "
                     "iterations, call prof.step() at the end of each",
                     static_cast<int64_t>(optimizers))});
  }
  const Unmarked found = FindUnmarked(profile);
  if (found.recorders.empty()) return;
  std::vector<std::string> ways;
  for (const Recorder recorder : found.recorders) {
    std::string way = HowToMark(recorder, FrameworkOf(profile));
    if (!way.empty()) ways.push_back(std::move(way));
  }
  ways.push_back(HowToNameStep(profile, found));
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
