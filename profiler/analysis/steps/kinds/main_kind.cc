#include "profiler/analysis/steps/kinds/main_kind.h"

#include <fmt/format.h>

#include "profiler/analysis/steps/kinds/step_marks.h"
#include "profiler/analysis/steps/process_timings.h"

namespace profiler {
std::vector<StepTimings> TimingsOfMainKind(const Profile& profile,
                                           const std::vector<StepTimings>& runs) {
  std::vector<StepTimings> timings;
  timings.reserve(runs.size());
  for (const StepTimings& run : runs) {
    const std::vector<MarkedSteps> kinds = StepsByMark(profile, run.ids, kLeastOfMark);
    const MarkedSteps* const main = MainKind(profile, run.ids, run.totals, kinds);
    if (main == nullptr) {
      timings.push_back(run);
      continue;
    }
    StepTimings& some = timings.emplace_back(SomeSteps(run, main->places));
    some.run = run.run.empty() ? NameOf(*main) : fmt::format("{}: {}", run.run, NameOf(*main));
    some.left_out = run.left_out;
    some.is_of_mark = true;
  }
  return timings;
}

}  // namespace profiler
