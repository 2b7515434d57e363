#ifndef PROFILER_ANALYSIS_COLLECTIVES_WORKER_USE_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WORKER_USE_H_

#include <map>
#include <vector>

#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/selection/selected.h"

namespace profiler {

// What a worker did with its steps: sums over them, in picoseconds.
struct WorkerUse {
  Worker worker;
  int64_t steps = 0;         // in which it took part
  Int128 span = 0;           // from its first event to its last; its own steps where it has them
  Int128 busy = 0;           // while an op ran that moves no data
  Int128 communication = 0;  // while a transfer to it or a collective of it was under way
  Int128 exposed = 0;        // of that, while no such op ran
  bool has_collectives = false;
  bool on_accelerators = false;                // some of its collectives ran there
  std::map<int64_t, Int128> communication_in;  // by the step's number

  // What others wait for. A task of a cluster shares its steps with others, so its idle time may be
  // waiting for them; in steps of its own all but communication is its own.
  Int128 own() const { return worker.has_own_steps ? span - exposed : busy; }
};

// Ops on accelerators are what communication hides behind; where a worker has none, any op. In the
// order of Workers::all(); those without events are left out.
std::vector<WorkerUse> WorkerUses(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WORKER_USE_H_
