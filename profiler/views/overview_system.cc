#include "profiler/views/overview_system.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/views/distribution.h"
#include "profiler/views/metrics.h"

namespace profiler {
namespace {

constexpr std::array<std::string_view, 8> kColumns = {"node", "kind", "unit", "count",
                                                      "mean", "p5",   "p50",  "p95"};

const ReportColumn& ColumnOf(const Report& report, std::string_view name) {
  return *std::find_if(report.columns.begin(), report.columns.end(),
                       [&](const ReportColumn& column) { return column.name == name; });
}

}  // namespace

absl::StatusOr<Report> SystemSection(const Profile& profile, const Query& query,
                                     RunContext& context) {
  Query by_node;
  by_node.selection = query.selection;
  by_node.by = "node";
  PROFILER_ASSIGN_OR_RETURN(Report report, MetricsView(profile, by_node, context));
  report.view = "system";
  report.title = "System metrics by node (`metrics` shows each)";
  report.sections.clear();
  report.notes.clear();
  std::erase_if(report.columns, [](const ReportColumn& column) {
    return std::find(kColumns.begin(), kColumns.end(), column.name) == kColumns.end();
  });
  return report;
}

double MeanGpuUse(const Report& system) {
  double sum = 0, count = 0;
  for (size_t row = 0; row < system.rows.size(); ++row) {
    if (system.rows[row].name != "GPUUtilization") continue;
    const auto samples = static_cast<double>(ColumnOf(system, "count").own[row]);
    sum += ColumnOf(system, "mean").reals[row] * samples;
    count += samples;
  }
  return count > 0 ? sum / count : Distribution::kNone;
}

}  // namespace profiler
