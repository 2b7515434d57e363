#include "profiler/compare/page/sentences/between_change.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "profiler/analysis/input/between_steps.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/stats/median.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

std::string MicrosText(double micros) { return ScaledText(micros, Unit::kMicros); }

struct TimesBetween {
  // In microseconds, one per step of all runs. The first step of a run has no time before it: the
  // median of the others' keeps the rest where it is. Empty if some run has none at all.
  std::vector<double> all;
  double longest = 0;
  int64_t before = 0;  // the number of the step after the longest
};

absl::StatusOr<TimesBetween> BetweenOf(const Side& side, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const BetweenSteps between, TimesBetweenSteps(*side.selected, context));
  TimesBetween found;
  for (const StepTimings& run : side.timings) {
    const LoopTimings loop = LoopOf(run, between);
    if (loop.empty()) return TimesBetween();
    const double median = MedianOf(loop.totals);
    std::vector<double> times(run.ids.size(), median / kPicosPerMicro);
    for (size_t i = 0; i < loop.steps.size(); ++i) {
      times[loop.steps[i]] = loop.totals[i] / kPicosPerMicro;
    }
    // What is less than a nanosecond is how times were rounded.
    constexpr double kNothing = 1e-3;
    for (double& time : times) time = time < kNothing ? 0 : time;
    for (size_t i = 0; i < times.size(); ++i) {
      if (times[i] <= found.longest) continue;
      found.longest = times[i];
      found.before = side.profile().steps[run.ids[i]].number;
    }
    found.all.insert(found.all.end(), times.begin(), times.end());
  }
  return found;
}

// Of several runs one is likely to have a longer pause, which says nothing of the others.
std::string LongestSentence(const Change& step, const Side& base, const TimesBetween& before,
                            const Side& next, const TimesBetween& now) {
  constexpr double kMuch = 0.1;  // of the time of all steps
  if (base.samples.runs() > 1 || next.samples.runs() > 1) return "";
  const bool is_longer = now.longest > before.longest;
  const double steps = is_longer ? step.next * static_cast<double>(now.all.size())
                                 : step.base * static_cast<double>(before.all.size());
  const double differ = std::abs(now.longest - before.longest);
  if (!(steps > 0) || !(differ >= kMuch * steps)) return "";
  const auto text = [](const TimesBetween& times, bool names_step) {
    return MicrosText(times.longest) +
           (names_step ? fmt::format(", before step {}", times.before) : "");
  };
  return fmt::format(
      "The longest time between steps is {}; in the base it is {}. The time of a step includes "
      "none of it",
      text(now, is_longer), text(before, !is_longer));
}

}  // namespace

absl::StatusOr<BetweenChange> CompareBetween(const Comparison& comparison, const Change& step,
                                             const Side& base, const Side& next,
                                             RunContext& context) {
  BetweenChange between;
  if (!base.has_steps() || !next.has_steps()) return between;
  absl::StatusOr<TimesBetween> before, now;
  InParallel(2, context.threads(), [&](size_t i) {
    if (i == 0) before = BetweenOf(base, context);
    if (i == 1) now = BetweenOf(next, context);
  });
  PROFILER_RETURN_IF_ERROR(before.status());
  PROFILER_RETURN_IF_ERROR(now.status());
  if (before->all.empty() || now->all.empty()) return between;
  std::vector<double> room_before, room_now;
  DiffRow row;
  row.name = "between_us";
  row.change =
      comparison.Of(base.samples.Of(before->all, room_before), next.samples.Of(now->all, room_now));
  comparison.JudgeAll({&row.change});
  const bool is_much = std::abs(row.change.delta) >= comparison.tolerance() * step.base;
  if (row.change.is_changed() && is_much) {
    between.row = row;
  } else {
    between.longest = LongestSentence(step, base, *before, next, *now);
  }
  return between;
}

std::string BetweenSentence(const BetweenChange& change, const Change& step) {
  if (!change.row) return change.longest;
  const Change& between = change.row->change;
  const double before = between.base + step.base, now = between.next + step.next;
  if (!(before > 0)) return "";
  return fmt::format(
      "The time between steps is {}, before {}: a step with the time before it takes "
      "{}, before {} ({}{:.1f}%)",
      MicrosText(between.next), MicrosText(between.base), MicrosText(now), MicrosText(before),
      now > before ? "+" : "", 100 * (now / before - 1));
}

}  // namespace profiler
