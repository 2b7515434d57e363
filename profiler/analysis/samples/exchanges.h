// How long collectives take to exchange data, without the waits of ranks for each other.
#ifndef PROFILER_ANALYSIS_SAMPLES_EXCHANGES_H_
#define PROFILER_ANALYSIS_SAMPLES_EXCHANGES_H_

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/samples/step_numbers.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"

namespace profiler {

// The collectives of a kind, summed over steps and ranks.
struct KindExchange {
  CollectiveKind kind = CollectiveKind::kOther;
  // Of those that were compared between ranks.
  double calls = 0;
  double exchange = 0, wait = 0;  // in picoseconds: all of their time
  double bytes = 0;               // NaN if a size is unknown
  double spans = 0;               // the hosts that each spans; NaN if a rank's host is unknown
  // Of all whose kernel's launch was recorded.
  double launches = 0, blocks = 0;
  // Of all.
  double all_bytes = 0;                   // NaN if a size is unknown
  std::set<std::string_view> types = {};  // of their elements, as recorded
  std::set<std::string_view> hosts = {};  // of the ranks
  int64_t most_ranks = kUnknown;          // in one of them
};

struct Exchanges {
  std::vector<KindExchange> kinds;
  std::vector<char> is_collective_op;  // by op, whether work of it is a collective
};
absl::StatusOr<Exchanges> FindExchanges(const Selected& selected, const StepNumbers& numbers,
                                        RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_EXCHANGES_H_
