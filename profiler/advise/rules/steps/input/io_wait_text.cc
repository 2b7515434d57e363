#include "profiler/advise/rules/steps/input/io_wait_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {

std::string IoWaitText(const Selected& selected, std::string_view host) {
  if (!HasSystemUse(selected.profile())) return "";
  double least = 100;  // of the nodes' medians, in percent
  size_t nodes = 0;
  const absl::Status status = VisitNodes(selected, [&](const NodeUse& node) {
    if (!host.empty() && node.node != host) return;
    ++nodes;
    least = std::min(least, MedianIoWait(node.io_wait));
  });
  if (!status.ok() || nodes == 0 || least < kMuchIoWait) return "";
  return fmt::format("; processors wait for I/O in {:.0f}% of the time{} (median of the samples{})",
                     least, host.empty() ? "" : " there",
                     nodes > 1 ? ", of each node that or more" : "");
}

}  // namespace profiler
