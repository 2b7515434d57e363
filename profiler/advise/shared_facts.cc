#include "profiler/advise/shared_facts.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

std::string CacheKey(std::string_view fact, const Selection& selection,
                     const SelectedSteps& steps) {
  return fmt::format("{}, step {}, places {}", fact, steps.all ? "all" : selection.steps.text(),
                     PlacesKey(selection));
}

}  // namespace

SharedEdges SharedDataEdges(const RuleInput& input, const SelectedSteps& steps,
                            const Places& places) {
  return input.context.Cached<std::vector<DataEdge>>(
      CacheKey("data edges", input.query.selection, steps),
      [&] { return DataEdges(input.profile, steps, places); });
}

std::shared_ptr<const TimedSteps> SharedStepTimes(const RuleInput& input,
                                                  const SelectedSteps& steps,
                                                  const Places& places) {
  return input.context.Cached<TimedSteps>(
      CacheKey("step times", input.query.selection, steps), [&] {
        TimedSteps timed{RunsOf(input.profile), {}};
        timed.times = StepTimes(input.profile, steps, places, timed.runs);
        return timed;
      });
}

}  // namespace profiler
