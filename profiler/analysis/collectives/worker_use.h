#ifndef PROFILER_ANALYSIS_COLLECTIVES_WORKER_USE_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WORKER_USE_H_

#include <map>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// The time that a worker spent on ops and communication, in picoseconds.
struct WorkerTimes {
  Int128 span = 0;           // from the first event to the last, or the worker's own steps
  Int128 busy = 0;           // while an op ran that moves no data; calls and marks are no ops
  Int128 communication = 0;  // while the worker received data or ran a collective
  Int128 exposed = 0;        // the part of `communication` in which no such op ran
  Int128 exposed_copy = 0;   // while an accelerator only copied
  // The part of `exposed` that is due to other ranks: until the last rank came to a collective, the
  // exchange that only ranks that came earlier expose (LeastExchange) or that its own work would
  // hide if the last rank came as early as it did, and exposed_sends.
  Int128 exposed_wait = 0;
  Int128 exposed_sends = 0;  // in sends and receives, as between the stages of a pipeline
  Int128 exposed_unmet = 0;  // in collectives that a rank did not record, without exposed_wait
  Int128 compared = 0;       // the time of its collectives that other ranks recorded, too
  Int128 sends = 0;          // of its sends and receives

  Int128 exposed_exchange() const { return exposed - exposed_wait - exposed_unmet; }
  void Add(const WorkerTimes& times);
  void Subtract(const WorkerTimes& times);
};

// Sums over a worker's whole steps; over partial ones if all are.
struct WorkerUse : WorkerTimes {
  Worker worker;
  uint32_t index = 0;  // in Workers::all()
  int64_t steps = 0;   // the steps that the sums are of
  bool has_collectives = false;
  bool on_accelerators = false;                // some collectives ran on accelerators
  std::map<int64_t, Int128> communication_in;  // by step number

  // A step of the worker; own() is its time without waiting.
  struct Step : WorkerTimes {
    StepId id;
    Int128 own = 0;
    bool counts = true;  // it is in the sums
  };
  std::vector<Step> each;  // with partial ones

  bool knows_waits() const { return compared > 0 || sends > 0; }
  // Whether nearly all communication was compared or is sends, so that the rest of it is an
  // exchange of data.
  bool knows_exchange() const { return 10 * (compared + sends) >= 9 * communication; }

  // The time in which the worker does not wait for other workers. A task of a cluster shares its
  // steps with other tasks, so its idle time may be such a wait, and only its busy time counts. For
  // a worker with its own steps, everything except exposed communication counts.
  Int128 own() const { return worker.has_own_steps ? span - exposed : busy; }
};

// Collectives are those of FindCollectives. Only ops on accelerators hide communication or, if a
// worker has no accelerators, any op. Each accelerator is judged by itself, as only its own work
// can hide its communication, and the times of a worker are the means of those that communicate. In
// the order of Workers::all(), without workers that have no events.
absl::StatusOr<std::vector<WorkerUse>> WorkerUses(const Selected& selected, RunContext& context);

// The same without steps in which workers exchange data for far longer than in nearly all others:
// what a single stall of the network takes is no part of what every step takes. Steps that
// exchange more at regular intervals, as when gradients are accumulated, stay.
std::vector<WorkerUse> UsesOfTypicalSteps(std::vector<WorkerUse> uses);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WORKER_USE_H_
