#include "profiler/report/report.h"

#include <string_view>

namespace profiler {

std::string StepSeriesName(std::string_view column) {
  return std::string("per_step_").append(column);
}

const ReportColumn* StepSeriesOf(const Report& report, const ReportColumn& column) {
  for (const ReportColumn& series : report.columns) {
    if (series.type == ColumnType::kSeries && series.name == StepSeriesName(column.name)) {
      return &series;
    }
  }
  return nullptr;
}

bool HasOwnTable(const Report& report) {
  return report.sections.empty() || !report.columns.empty();
}

namespace {

std::vector<std::string> PathParts(std::string_view name) {
  std::vector<std::string> parts;
  for (size_t start = 0;;) {
    const size_t slash = name.find('/', start);
    parts.emplace_back(name.substr(start, slash - start));
    if (slash == std::string_view::npos) return parts;
    start = slash + 1;
  }
}

void AppendOwnKey(const Report& report, size_t row, std::vector<std::string>& key) {
  const Row& of = report.rows[row];
  key.insert(key.end(), of.key.begin(), of.key.end());
  const bool has_names =
      report.shape == Shape::kTree ? of.parent >= 0 : report.shape == Shape::kRanked;
  if (of.key.empty() && has_names) key.emplace_back(of.name);
}

}  // namespace

std::vector<std::string> KeyOf(const Report& report, size_t row) {
  std::vector<std::string> key;
  if (report.keys == Report::Keys::kPaths) {
    if (report.rows[row].parent >= 0) key = PathParts(report.rows[row].name);
    return key;
  }
  if (report.keys == Report::Keys::kOwn) {
    AppendOwnKey(report, row, key);
    return key;
  }
  std::vector<size_t> path;
  for (auto at = static_cast<int64_t>(row); at >= 0; at = report.rows[at].parent) {
    path.push_back(static_cast<size_t>(at));
  }
  for (auto at = path.rbegin(); at != path.rend(); ++at) AppendOwnKey(report, *at, key);
  return key;
}

}  // namespace profiler
