#include "profiler/compare/page/sentences/idle_of_waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// How long hosts wait for devices in each step, in microseconds.
std::vector<double> HostWaitsOf(const Side& side) {
  std::vector<double> waits;
  for (const StepTimings& run : side.timings) {
    for (const double picos : run.waits) {
      waits.push_back(picos / static_cast<double>(kPicosPerMicro));
    }
  }
  return waits;
}

}  // namespace

std::string IdleOfWaitsSentence(const Comparison& comparison, const Change& step, const Side& base,
                                const Side& next) {
  constexpr double kLeastPart = 0.01;  // of the step
  if (step.verdict == Verdict::kFaster || !(base.busy.lanes > 0 && next.busy.lanes > 0)) return "";
  const auto compare = [&](const std::vector<double>& olds, const std::vector<double>& news) {
    std::vector<double> base_room, room;
    Change change = comparison.Of(base.samples.Of(olds, base_room), next.samples.Of(news, room));
    comparison.JudgeAll({&change});
    return change;
  };
  const Change idle = compare(base.busy.waits_for_launch, next.busy.waits_for_launch);
  const bool is_much = idle.delta >= kLeastPart * std::min(step.base, step.next);
  if (idle.verdict != Verdict::kSlower || !is_much) return "";
  const std::vector<double> olds = HostWaitsOf(base), news = HostWaitsOf(next);
  if (olds.size() != base.totals.size() || news.size() != next.totals.size()) return "";
  const Change waits = compare(olds, news);
  if (waits.verdict != Verdict::kSlower) return "";
  return fmt::format(
      "Accelerators are idle {} a step longer until work is launched, and hosts wait {} longer for "
      "them: after each wait an accelerator has no work until the next launch",
      ScaledText(idle.delta, Unit::kMicros), ScaledText(waits.delta, Unit::kMicros));
}

}  // namespace profiler
