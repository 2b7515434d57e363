#include "profiler/analysis/metrics/full_processors.h"

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {

bool HasFullProcessors(const Selected& selected, const std::set<std::string_view>& hosts) {
  constexpr double kBusy = 90, kLittleWait = 10;  // percent
  if (!HasSystemUse(selected.profile())) return false;
  size_t nodes = 0, full = 0;
  const absl::Status status = VisitNodes(selected, [&](const NodeUse& node) {
    if (!hosts.empty() && !hosts.contains(node.node)) return;
    ++nodes;
    const Distribution busy = Describe(node.cpu), waits = Describe(node.io_wait);
    // NaN compares false.
    full += busy.p50 > kBusy && waits.p95 < kLittleWait ? 1 : 0;
  });
  return status.ok() && nodes > 0 && full == nodes && nodes >= hosts.size();
}

}  // namespace profiler
