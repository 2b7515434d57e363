#include "profiler/advise/shared_facts.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/steps/kinds/main_kind.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

std::string CacheKey(std::string_view fact, const Selected& selected) {
  return fmt::format("{}, {}", fact, selected.Key());
}

}  // namespace

uint64_t HeapBytes(const TimedSteps& timed) {
  uint64_t bytes = HeapBytes(timed.runs.of_source) + HeapBytes(timed.runs.names);
  bytes += timed.times.capacity() * sizeof(StepTime);
  for (const StepTime& time : timed.times) bytes += HeapBytes(time.steps);
  return bytes;
}

SharedEdges SharedDataEdges(const RuleInput& input) {
  return input.context.memo().Get<std::vector<DataEdge>>(input.profile().identity,
                                                         CacheKey("data edges", input.selected),
                                                         [&] { return DataEdges(input.selected); });
}

std::shared_ptr<const TimedSteps> SharedStepTimes(const RuleInput& input) {
  return input.context.memo().Get<TimedSteps>(input.profile().identity,
                                              CacheKey("step times", input.selected), [&] {
                                                TimedSteps timed{RunsOf(input.profile()), {}};
                                                timed.times = StepTimes(input.selected, timed.runs);
                                                return timed;
                                              });
}

absl::StatusOr<SharedTimings> SharedStepTimings(const Selected& selected, const Query& query,
                                                RunContext& context) {
  const std::string key = fmt::format("step timings, types {}, {}",
                                      PatternsKey(query.selection.account_types), selected.Key());
  return context.memo().TryGet<std::vector<StepTimings>>(
      selected.profile().identity, key, [&] { return TimeSteps(selected, query, context); });
}

absl::StatusOr<SharedTimings> SharedMainTimings(const Selected& selected, const Query& query,
                                                RunContext& context) {
  const std::string key = fmt::format("step timings of the main kind, types {}, {}",
                                      PatternsKey(query.selection.account_types), selected.Key());
  PROFILER_ASSIGN_OR_RETURN(const SharedTimings all, SharedStepTimings(selected, query, context));
  return context.memo().Get<std::vector<StepTimings>>(selected.profile().identity, key, [&] {
    return TimingsOfMainKind(selected.profile(), *all);
  });
}

absl::StatusOr<SharedDevices> SharedBusyDevices(const Selected& selected, RunContext& context) {
  return context.memo().TryGet<std::vector<DeviceBusy>>(
      selected.profile().identity, CacheKey("busy devices", selected),
      [&] { return BusyDevices(selected, context); });
}

absl::StatusOr<SharedCopies> SharedResultCopies(const Selected& selected, RunContext& context) {
  return context.memo().TryGet<ResultCopies>(selected.profile().identity,
                                             CacheKey("result copies", selected),
                                             [&] { return ResultCopiesOf(selected, context); });
}

absl::StatusOr<SharedBetweenSteps> TimesBetween(const Selected& selected, RunContext& context) {
  return context.memo().TryGet<BetweenSteps>(selected.profile().identity,
                                             CacheKey("between steps", selected),
                                             [&] { return TimesBetweenSteps(selected, context); });
}

}  // namespace profiler
