#include "profiler/views/overview/overview_system.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/views/metrics/metrics.h"

namespace profiler {
absl::StatusOr<Report> SystemSection(const Selected& selected, RunContext& context) {
  Query by_node;
  by_node.selection = selected.selection();
  by_node.by = "node";
  PROFILER_ASSIGN_OR_RETURN(Report report, kMetricsView.run(selected, by_node, context));
  report.view = "system";
  report.title = "System metrics by node (`metrics` shows each)";
  report.sections.clear();
  report.notes.clear();
  DropDetails(Detail::kBrief, report);
  return report;
}

GpuUse FindGpuUse(const Selected& selected) {
  GpuUse use, of_unused;
  double sum = 0, count = 0;
  for (const MetricSeries& metric : PickSeries(selected)) {
    if (metric.dimension != "GPUUtilization") continue;
    const Distribution d = Describe(metric.series->value);
    if (d.count == 0) continue;
    std::string name =
        metric.node.empty() ? metric.name : fmt::format("{}/{}", metric.node, metric.name);
    if (d.max <= 0) {
      if (use.unused++ == 0) use.unused_name = name;
      of_unused.mean = of_unused.least = of_unused.most = 0;
      continue;
    }
    sum += d.mean * static_cast<double>(d.count);
    count += static_cast<double>(d.count);
    use.most = std::fmax(use.most, d.mean);
    if (use.least <= d.mean) continue;
    use.least = d.mean;
    use.least_name = std::move(name);
  }
  if (count == 0) return of_unused;
  use.mean = sum / count;
  return use;
}

}  // namespace profiler
