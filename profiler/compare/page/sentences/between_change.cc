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

// In microseconds, one per step of all runs. The first step of a run has no time before it: the
// median of the others' keeps the rest where it is. Empty if some run has none at all.
absl::StatusOr<std::vector<double>> BetweenOf(const Side& side, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const BetweenSteps between, TimesBetweenSteps(*side.selected, context));
  std::vector<double> all;
  for (const StepTimings& run : side.timings) {
    const LoopTimings loop = LoopOf(run, between);
    if (loop.empty()) return std::vector<double>();
    const double median = MedianOf(loop.totals);
    std::vector<double> times(run.ids.size(), median / kPicosPerMicro);
    for (size_t i = 0; i < loop.steps.size(); ++i) {
      times[loop.steps[i]] = loop.totals[i] / kPicosPerMicro;
    }
    // What is less than a nanosecond is how times were rounded.
    constexpr double kNothing = 1e-3;
    for (double& time : times) time = time < kNothing ? 0 : time;
    all.insert(all.end(), times.begin(), times.end());
  }
  return all;
}

}  // namespace

absl::StatusOr<std::optional<DiffRow>> CompareBetween(const Comparison& comparison,
                                                      const Change& step, const Side& base,
                                                      const Side& next, RunContext& context) {
  if (!base.has_steps() || !next.has_steps()) return std::nullopt;
  absl::StatusOr<std::vector<double>> before, now;
  InParallel(2, context.threads(), [&](size_t i) {
    if (i == 0) before = BetweenOf(base, context);
    if (i == 1) now = BetweenOf(next, context);
  });
  PROFILER_RETURN_IF_ERROR(before.status());
  PROFILER_RETURN_IF_ERROR(now.status());
  if (before->empty() || now->empty()) return std::nullopt;
  std::vector<double> room_before, room_now;
  DiffRow row;
  row.name = "between_us";
  row.change =
      comparison.Of(base.samples.Of(*before, room_before), next.samples.Of(*now, room_now));
  comparison.JudgeAll({&row.change});
  const bool is_much = std::abs(row.change.delta) >= comparison.tolerance() * step.base;
  if (!row.change.is_changed() || !is_much) return std::nullopt;
  return row;
}

std::string BetweenSentence(const Change& between, const Change& step) {
  const double before = between.base + step.base, now = between.next + step.next;
  if (!(before > 0)) return "";
  return fmt::format(
      "The time between steps is {}, before {}: a step with the time before it takes "
      "{}, before {} ({}{:.1f}%)",
      MicrosText(between.next), MicrosText(between.base), MicrosText(now), MicrosText(before),
      now > before ? "+" : "", 100 * (now / before - 1));
}

}  // namespace profiler
