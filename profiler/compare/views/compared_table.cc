#include "profiler/compare/views/compared_table.h"

#include <cmath>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/compare/views/compared_cells.h"
#include "profiler/compare/views/cut_compared.h"
#include "profiler/compare/views/fill_compared.h"
#include "profiler/compare/views/order_compared.h"
#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

ColumnChanges AllChanges(const ComparedTables& tables, const std::vector<UnitedRow>& rows,
                         const Comparison& comparison, const RunContext& context) {
  ColumnChanges changes;
  if (tables.base_samples == nullptr || tables.new_samples == nullptr) return changes;
  for (const TableSamples::Column& column : tables.new_samples->columns) {
    if (tables.base_samples->FindColumn(column.name) == nullptr) continue;
    changes.emplace(column.name, ChangesOf(tables, rows, column.name, comparison, context));
  }
  return changes;
}

}  // namespace

std::string JudgedColumn(const Report& base, const Report& next, const Query& query) {
  const ComparedTables tables{base, next};
  if (!query.order_by.empty()) {
    std::string ordered = OrderOf(tables, query, "").column;
    if (!ordered.empty()) return ordered;
  }
  // An op's own time: that of an op around it, which has both, would come before it.
  constexpr std::string_view kOwnTime = "self_us";
  const bool is_tree = next.shape == Shape::kTree;
  const ReportColumn* const own = is_tree ? nullptr : ColumnNamed(next, kOwnTime);
  if (own != nullptr && ColumnNamed(base, kOwnTime) != nullptr && AddsUp(*own)) return own->name;
  // A time that adds up, or else another time, such as a mean, or else what comes first.
  const ReportColumn *first = nullptr, *first_time = nullptr;
  for (const Report* const report : {&next, &base}) {
    for (const ReportColumn& column : report->columns) {
      if (!IsMeasured(column)) continue;
      if (first == nullptr) first = &column;
      if (column.unit != Unit::kMicros) continue;
      if (AddsUp(column)) return column.name;
      if (first_time == nullptr) first_time = &column;
    }
  }
  if (first_time != nullptr) return first_time->name;
  return first == nullptr ? "" : first->name;
}

absl::StatusOr<ComparedReport> CompareTables(const ComparedTables& tables,
                                             const Comparison* comparison, const Query& query,
                                             const CompareOptions& compare,
                                             const RunContext& context) {
  // Without samples rows are only paired.
  const Comparison none({1}, {1});
  const Comparison& judge = comparison == nullptr ? none : *comparison;
  const std::string judged = JudgedColumn(tables.base, tables.next, query);
  std::vector<UnitedRow> rows = UniteRows(
      tables.base, tables.next, compare.pairs_renamed, [&](const Report& report, size_t row) {
        const double time = SideValue(ColumnNamed(report, judged), row);
        return std::isnan(time) ? 0 : time;
      });
  PROFILER_RETURN_IF_ERROR(context.Check());
  ColumnChanges changes;
  if (comparison != nullptr) changes = AllChanges(tables, rows, judge, context);
  const auto of_judged = changes.find(judged);
  std::vector<Change> verdicts =
      of_judged != changes.end()
          ? of_judged->second
          : ChangesOf({tables.base, tables.next}, rows, judged, judge, context);
  JudgeWithoutSamples(ColumnNamed(tables.base, judged), ColumnNamed(tables.next, judged),
                      compare.tolerance, rows, verdicts);
  for (Change& change : verdicts) {
    const bool is_judged = !tables.are_of_steps || change.verdict != Verdict::kUnclear;
    if (!is_judged) change.verdict = Verdict::kNone;
  }
  const ComparedOrder order = OrderOf(tables, query, judged);
  SortRows(tables, order, rows, changes, verdicts);
  PROFILER_RETURN_IF_ERROR(context.Check());
  FilledReport filled = FillCompared(tables, rows, changes, verdicts, judged);
  size_t renamed = 0;
  std::vector<double> keys;
  for (const UnitedRow& row : rows) {
    keys.push_back(order.column.empty() ? kAbsentReal : OrderValue(tables, order, row));
    renamed += row.is_renamed ? 1 : 0;
  }
  PROFILER_RETURN_IF_ERROR(CutCompared(query, keys, order.column.empty(),
                                       tables.next.shape == Shape::kRanked, filled.places,
                                       filled.report));
  return ComparedReport{std::move(filled.report), renamed};
}

}  // namespace profiler
