#include "profiler/compare/page/work/exposed_collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "profiler/compare/page/sentences/summary.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// The times of collectives in the mean step, in microseconds.
struct CollectiveTimes {
  double exposed = 0;  // the part of the step, in which nothing computes
  double all = 0;      // also what computing hides

  explicit CollectiveTimes(const Side& side) {
    size_t steps = 0;
    for (const StepTimings& run : side.timings) {
      const std::vector<double>& part = run.Of(StepPart::kCollectives);
      exposed += std::accumulate(part.begin(), part.end(), 0.0);
      steps += part.size();
    }
    exposed /=
        static_cast<double>(kPicosPerMicro) * static_cast<double>(std::max<size_t>(steps, 1));
    const WorkInSteps& work = side.collectives;
    all = std::accumulate(work.times.begin(), work.times.end(), 0.0) /
          static_cast<double>(std::max<size_t>(work.steps, 1));
  }
};

}  // namespace

std::string ExposedSentence(const Change& step, const Side& base, const Side& next) {
  constexpr double kMost = 0.5, kAsLong = 0.2;
  if (!step.is_slower_or_faster() && !LooksChanged(step, base, next)) return "";
  const CollectiveTimes before(base), after(next);
  const double more = after.exposed - before.exposed;
  const bool do_explain = before.all > 0 && more / step.delta >= kMost;
  if (!do_explain || std::abs(after.all - before.all) > kAsLong * std::abs(more)) return "";
  return fmt::format(
      "Collectives run as long as before, {} a step, but nothing computes for {} of that, before "
      "{}: {}",
      ScaledText(after.all, Unit::kMicros), ScaledText(after.exposed, Unit::kMicros),
      ScaledText(before.exposed, Unit::kMicros),
      more > 0 ? "they are exposed. Look at what let them overlap with computing, such as buckets, "
                 "streams and the order of ops"
               : "computing hides them now");
}

}  // namespace profiler
