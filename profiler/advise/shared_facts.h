#ifndef PROFILER_ADVISE_SHARED_FACTS_H_
#define PROFILER_ADVISE_SHARED_FACTS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/collectives/data_edges.h"
#include "profiler/analysis/input/between_steps.h"
#include "profiler/analysis/memory/result_copies.h"
#include "profiler/analysis/steps/step_times.h"
#include "profiler/analysis/steps/step_timings.h"

namespace profiler {

// Facts that several rules need. They are computed once per selection and cached in the memo, also
// for later commands.
using SharedEdges = std::shared_ptr<const std::vector<DataEdge>>;
SharedEdges SharedDataEdges(const RuleInput& input);

struct TimedSteps {
  Runs runs;
  std::vector<StepTime> times;
};
uint64_t HeapBytes(const TimedSteps& timed);
std::shared_ptr<const TimedSteps> SharedStepTimes(const RuleInput& input);

// The steps that rules judge, by run.
using SharedTimings = std::shared_ptr<const std::vector<StepTimings>>;
absl::StatusOr<SharedTimings> SharedStepTimings(const Selected& selected, const Query& query,
                                                RunContext& context);

// The same of one kind of step in each run (TimingsOfMainKind()): those of which a share of a step
// is told.
absl::StatusOr<SharedTimings> SharedMainTimings(const Selected& selected, const Query& query,
                                                RunContext& context);

// What BusyDevices() returns.
using SharedDevices = std::shared_ptr<const std::vector<DeviceBusy>>;
absl::StatusOr<SharedDevices> SharedBusyDevices(const Selected& selected, RunContext& context);

// What ResultCopiesOf() returns.
using SharedCopies = std::shared_ptr<const ResultCopies>;
absl::StatusOr<SharedCopies> SharedResultCopies(const Selected& selected, RunContext& context);

using SharedBetweenSteps = std::shared_ptr<const BetweenSteps>;
absl::StatusOr<SharedBetweenSteps> TimesBetween(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ADVISE_SHARED_FACTS_H_
