#ifndef PROFILER_ANALYSIS_COLLECTIVES_PLACEMENT_H_
#define PROFILER_ANALYSIS_COLLECTIVES_PLACEMENT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/data_edges.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Op time by placement: sums over what is selected.
struct PlacedTime {
  Int128 accelerator = 0;  // on accelerators
  Int128 launching = 0;    // on the host, of ops placed on accelerators
  Int128 input = 0;        // on the host, of the input pipeline, which cannot move
  Int128 host = 0;         // of other ops placed on the host
  size_t accelerators = 0;
  // The op that takes most of `host`; only of PlacedSelfTime().
  OpId top_host;
  Int128 of_top_host = 0;

  Int128 all() const { return accelerator + launching + input + host; }
};
// The time of executions.
PlacedTime PlacedTimeOf(const Selected& selected);
// The self time of ops, with calls of the runtime in them, as `ops` and `overview` show it. All 0
// if no events were recorded.
absl::StatusOr<PlacedTime> PlacedSelfTime(const Selected& selected, RunContext& context);

// Copies between a host and its accelerators per step.
struct Copies {
  int64_t count = 0;
  int64_t of_unknown_size = 0;
  Value known_bytes = 0;

  void Add(Value bytes) {
    ++count;
    if (bytes == kAbsent) {
      ++of_unknown_size;
    } else {
      known_bytes += bytes;
    }
  }
  void Add(const Copies& other) {
    count += other.count;
    of_unknown_size += other.of_unknown_size;
    known_bytes += other.known_bytes;
  }
  Value bytes() const { return of_unknown_size > 0 ? kAbsent : known_bytes; }
};

// An op on the host that takes an accelerator's result as input, directly or through other host
// ops, and whose result goes to an accelerator again.
struct OpBetween {
  OpId op;
  Copies to_host, to_accelerator;  // for this op, without tensors small enough to stay on hosts
};
// In the order of the ops; ops that cause no copy are left out. Edges between tasks of a job are
// not copies.
std::vector<OpBetween> OpsBetween(const Profile& profile, const std::vector<DataEdge>& edges,
                                  double least_bytes);

// Variables on a host that ops on the host's accelerators use.
struct HostVariables {
  int64_t variables = 0;
  Copies values;   // to accelerators
  Copies updates;  // from accelerators to host ops that update the variables
};
// `is_variable` is indexed by op.
HostVariables HostVariablesOf(const Profile& profile, const std::vector<DataEdge>& edges,
                              const std::vector<char>& is_variable);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_PLACEMENT_H_
