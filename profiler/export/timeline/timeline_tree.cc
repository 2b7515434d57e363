#include "profiler/export/timeline/timeline_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace profiler {

absl::Status DrawTree(const Report& report, TraceWriter& writer) {
  const auto micros =
      std::find_if(report.columns.begin(), report.columns.end(),
                   [](const ReportColumn& column) { return column.measure == Measure::kMicros; });
  if (micros == report.columns.end() || micros->total.size() != report.rows.size()) {
    return absl::InternalError(fmt::format("the {} view has no times", report.view));
  }
  std::set<int32_t> named;
  std::vector<Int128> next(report.rows.size(), 0);  // by row: the start of the row's next child
  for (size_t i = 0; i < report.rows.size(); ++i) {
    const Row& row = report.rows[i];
    const Int128 duration = micros->total[i] == kAbsent ? 0 : micros->total[i];
    if (row.parent >= 0) next[i] = next[row.parent];
    if (duration <= 0) continue;
    if (named.insert(row.depth).second) {
      writer.NameProcess(row.depth, fmt::format("Scope:{}", row.depth));
    }
    writer.Slice({row.depth, 0}, next[i], duration, "Op", row.name,
                 TraceArgs().Text("name", row.name).Text("op", row.name));
    if (row.parent >= 0) next[row.parent] += duration;
  }
  return absl::OkStatus();
}

}  // namespace profiler
