// How long collectives take to exchange data, without the waits of ranks for each other.
#ifndef PROFILER_ANALYSIS_SAMPLES_EXCHANGES_H_
#define PROFILER_ANALYSIS_SAMPLES_EXCHANGES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/samples/step_numbers.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// The collectives of a kind that were compared between ranks, summed over steps and ranks.
struct KindExchange {
  CollectiveKind kind = CollectiveKind::kOther;
  double calls = 0;
  double exchange = 0, wait = 0;  // in picoseconds: all of their time
  double bytes = 0;               // NaN if a size is unknown
};

struct Exchanges {
  std::vector<KindExchange> kinds;     // those of which any was compared
  std::vector<char> is_collective_op;  // by op, whether work of it is a collective
};
absl::StatusOr<Exchanges> FindExchanges(const Selected& selected, const StepNumbers& numbers,
                                        RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_EXCHANGES_H_
