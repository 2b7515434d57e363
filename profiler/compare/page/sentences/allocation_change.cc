#include "profiler/compare/page/sentences/allocation_change.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "profiler/base/text/listed.h"
#include "profiler/compare/page/sentences/summary.h"
#include "profiler/compare/stats/median.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// Text such as "cudaFree +10.2 ms (22 times a step, 0 before)".
std::string AllocationText(const DiffRow& row) {
  std::string text = fmt::format("{} {}", row.name, SignedTimeText(row.change.delta));
  const double before = std::isnan(row.change.base) ? 0 : row.base_runs;
  const double now = std::isnan(row.change.next) ? 0 : row.new_runs;
  if (std::isnan(before) || std::isnan(now)) return text;
  return fmt::format("{} ({:.4g} time{} a step, {:.4g} before)", text, now, now == 1 ? "" : "s",
                     before);
}

double IdleUntilLaunched(const Side& side) {
  std::vector<double> room;
  return MedianOf(side.samples.Of(side.busy.waits_for_launch, room));
}

}  // namespace

std::string AllocationSentence(const Change& step, const Side& base, const Side& next,
                               const std::vector<DiffRow>& calls) {
  // The calls may take more than the step changed, as they wait for devices that still work.
  constexpr double kLeastShare = 0.5, kLeastOfOne = 0.05;
  constexpr size_t kMostNamed = 3;
  if (!step.is_slower_or_faster()) return "";
  if (calls.empty() || !(base.busy.lanes > 0 && next.busy.lanes > 0)) return "";
  const double idle = IdleUntilLaunched(next) - IdleUntilLaunched(base);
  double delta = 0;
  std::vector<std::string> texts;
  for (const DiffRow& row : calls) {
    if (!row.change.is_changed()) continue;
    delta += row.change.delta;
    if (row.change.delta / step.delta >= kLeastOfOne) texts.push_back(AllocationText(row));
  }
  if (!(idle / step.delta >= kLeastShare && delta / step.delta >= kLeastShare)) return "";
  return fmt::format(
      "Hosts get and free memory of devices {} a step {}, and launch nothing meanwhile: {}",
      ScaledText(std::abs(delta), Unit::kMicros), delta > 0 ? "longer" : "less",
      Listed(texts, kMostNamed));
}

}  // namespace profiler
