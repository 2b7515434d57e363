// What workers did in each step, as times.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WORKER_CELLS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WORKER_CELLS_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// A rank's part in a collective: waiting from its begin, exchanging data from `met` on.
struct MetCollective {
  int64_t begin = 0, met = 0, end = 0;
};

// The work of a worker's host, or of one of its accelerators, in one step.
struct WorkTimes {
  std::vector<Interval> work, collectives;
  std::vector<Interval> copies;  // of an accelerator: they compute nothing, and hide nothing
  // Collectives that other ranks recorded, too: until the last rank comes, and from then on, by
  // group.
  std::vector<Interval> waits;
  std::map<std::string_view, std::vector<Interval>> exchanges;
  std::vector<MetCollective> met;  // the same ones
  // Of collectives that a rank of the group did not record, the time from the last one that did:
  // how much of it is a wait for that rank is not known.
  std::vector<Interval> unmet;
  std::vector<Interval> sends;  // sends and receives between two ranks, as of a pipeline's stages
};

// The events of one worker in one step.
struct WorkerCell {
  WorkTimes host;
  std::map<DeviceId, WorkTimes> accelerators;
  std::vector<Interval> transfers;
  int64_t begin = INT64_MAX, end = INT64_MIN;
};

// By worker (index in Workers::all()) and step.
using WorkerCells = std::map<std::pair<uint32_t, StepId>, WorkerCell>;

absl::StatusOr<WorkerCells> FindWorkerCells(const Selected& selected, const Workers& workers,
                                            RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WORKER_CELLS_H_
