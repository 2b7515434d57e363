#include "profiler/compare/measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/base/text/listed.h"
#include "profiler/compare/measure/functions.h"
#include "profiler/report/compared/measured.h"
#include "profiler/report/row_filter.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// The values of one column in an answer.
class MeasuredColumn {
 public:
  MeasuredColumn(const ReportColumn& column, ValueKind kind) : column_(&column), kind_(kind) {}

  const ReportColumn& column() const { return *column_; }
  ValueKind kind() const { return kind_; }
  Unit unit() const { return IsShare(kind_) ? Unit::kShare : column_->unit; }
  double At(size_t row) const {
    switch (kind_) {
      case ValueKind::kShare:
        return column_->share[row];
      case ValueKind::kShareTotal:
        return column_->share_total[row];
      case ValueKind::kTotal:
        return ScalableValue(column_->total[row], column_->unit);
      case ValueKind::kOwn:
        break;
    }
    return column_->type == ColumnType::kReal ? column_->reals[row]
                                              : ScalableValue(column_->own[row], column_->unit);
  }
  // The sum over all rows, also hidden ones; NaN if the view does not know it.
  double whole() const {
    return IsShare(kind_) || column_->type == ColumnType::kReal
               ? kAbsentReal
               : ScalableValue(column_->grand_total, column_->unit);
  }

 private:
  const ReportColumn* column_;
  ValueKind kind_;
};

// Whether the column has a number of that kind for each of the rows.
bool HasNumbers(const ReportColumn& column, ValueKind kind, size_t rows) {
  if (column.type == ColumnType::kReal) return column.reals.size() == rows;
  if (column.type != ColumnType::kNumber && column.type != ColumnType::kFlag) return false;
  switch (kind) {
    case ValueKind::kOwn:
      return column.own.size() == rows;
    case ValueKind::kTotal:
      return column.total.size() == rows;
    case ValueKind::kShare:
      return column.share.size() == rows;
    case ValueKind::kShareTotal:
      return column.share_total.size() == rows;
  }
  return false;
}

absl::StatusOr<MeasuredColumn> FindMeasuredColumn(const MeasureExpression& measure,
                                                  const Report& report) {
  std::vector<std::string_view> names;
  const std::vector<FilterColumn> columns = FilterColumns(report.shape, report.columns);
  for (const FilterColumn& one : columns) {
    if (one.part != FilterColumn::Part::kCell) continue;
    const ReportColumn& column = report.columns[one.column];
    if (!HasNumbers(column, one.kind, report.rows.size())) continue;
    if (one.named.name == measure.column) return MeasuredColumn(column, one.kind);
    names.push_back(one.named.name);
  }
  return absl::NotFoundError(
      fmt::format("{} has no numbers in a column '{}' here{} (columns: {})", measure.view,
                  measure.column, DidYouMean(measure.column, names), fmt::join(names, ", ")));
}

// Names of rows that the regex may have meant.
std::string NearNames(const MeasureExpression& measure, const Report& report) {
  constexpr size_t kMostNames = 3;
  std::vector<std::string_view> names;
  for (const auto& row : report.rows) names.push_back(row.name);
  const std::string guess = Suggest(measure.regex, names);
  if (!guess.empty()) return fmt::format("; did you mean [{}]?", guess);
  std::vector<std::string_view> near;
  for (const std::string_view name : names) {
    if (Lower(name).find(Lower(measure.regex)) != std::string::npos) near.push_back(name);
  }
  if (near.empty()) near = names;
  return fmt::format("; the regex must match the whole name; {}: {}",
                     near.size() == names.size() ? "there are" : "names with it",
                     Listed(near, kMostNames));
}

// Whether twice as many steps make the measure twice as large. A row's place or begin does not
// grow.
bool IsTotal(const MeasureExpression& measure, const Report& report,
             const std::optional<MeasuredColumn>& column) {
  const Basis basis = report.values.basis;
  const bool are_sums = basis == Basis::kTotals || basis == Basis::kWholeTotals;
  return are_sums && column && !IsShare(column->kind()) && IsMeasured(column->column()) &&
         AddsUp(column->column()) && measure.function != MeasureFunction::kShare &&
         measure.function != MeasureFunction::kCount;
}

// A tree always has its root.
bool HasRows(const Report& report) {
  return report.rows.size() > (report.shape == Shape::kTree ? 1 : 0);
}

// Of rows that match, and of which none counts.
absl::Status NoValues(const MeasureExpression& measure, const Report& report, size_t matching) {
  const bool is_any_whole =
      std::any_of(report.rows.begin(), report.rows.end(), [&](const auto& row) {
        return row.is_whole && (measure.names.empty() || measure.names.Matches(row.name));
      });
  const std::string rows = fmt::format("{} row{} of {} match{}", matching, matching == 1 ? "" : "s",
                                       measure.view, matching == 1 ? "es" : "");
  if (!is_any_whole) {
    return absl::NotFoundError(
        fmt::format("{}, and {}", rows, matching == 1 ? "it is partial" : "all are partial"));
  }
  return absl::NotFoundError(
      fmt::format("{} was not recorded: {}, and {} (`info` says why)", measure.column, rows,
                  matching == 1 ? "it has no value of it" : "none of them has a value of it"));
}

absl::Status NoRows(const MeasureExpression& measure, const Report& report, size_t matching) {
  if (matching > 0 && measure.column.empty()) {
    return absl::NotFoundError(fmt::format("no row of {} counts: none is whole", measure.view));
  }
  if (matching > 0) return NoValues(measure, report, matching);
  if (!HasRows(report)) {
    std::string why;
    for (const Note& note : report.notes) why += why.empty() ? ": " + note.text : "";
    return absl::NotFoundError(fmt::format("{} has no rows{}", measure.view, why));
  }
  return absl::NotFoundError(fmt::format("no row of {} matches [{}]{}", measure.view, measure.regex,
                                         NearNames(measure, report)));
}

// Whether no rows at all have 0, as a sum does and a mean does not.
bool IsZeroOfNone(const MeasureExpression& measure, const std::optional<MeasuredColumn>& column) {
  switch (measure.function) {
    case MeasureFunction::kCount:
      return true;
    case MeasureFunction::kEach:
    case MeasureFunction::kSum:
    case MeasureFunction::kShare:
      return column && AddsUp(column->column());
    default:
      return false;
  }
}

// Whether a row is measured that did not run outside steps.
bool MatchesInSteps(const MeasureExpression& measure, const Report& report) {
  return std::any_of(report.rows.begin(), report.rows.end(), [&](const auto& row) {
    return row.name != kOutsideSteps && (measure.names.empty() || measure.names.Matches(row.name));
  });
}

absl::StatusOr<Measured> ReadRows(const MeasureExpression& measure, const Report& report,
                                  bool may_be_absent) {
  std::optional<MeasuredColumn> column;
  if (!measure.column.empty()) {
    PROFILER_ASSIGN_OR_RETURN(column, FindMeasuredColumn(measure, report));
  }
  Measured measured;
  measured.unit = UnitOf(measure.function, column ? column->unit() : Unit::kCount);
  measured.are_totals = IsTotal(measure, report, column);
  // What ran outside steps is a total beside values of a step, and several runs have no such row:
  // it counts only where nothing else is asked for.
  const bool skips_outside = MatchesInSteps(measure, report);
  double sum_of_all = 0;
  size_t matching = 0;
  std::vector<double> values;
  for (size_t i = 0; i < report.rows.size(); ++i) {
    const auto& row = report.rows[i];
    const double value = column ? column->At(i) : 1;
    if (skips_outside && row.name == kOutsideSteps) continue;
    const bool counts = row.is_whole && !std::isnan(value);
    if (counts) sum_of_all += value;
    if (!measure.names.empty() && !measure.names.Matches(row.name)) continue;
    ++matching;
    if (!counts) continue;
    values.push_back(value);
    measured.rows.push_back({i, std::string(row.name), KeyOf(report, i), value});
  }
  if (may_be_absent && matching == 0 && HasRows(report)) {
    measured.value = 0;
    measured.is_none = sum_of_all > 0 && IsZeroOfNone(measure, column);
    return measured;
  }
  if (values.empty()) return NoRows(measure, report, matching);
  const double whole = column ? column->whole() : kAbsentReal;
  measured.value =
      Evaluate(measure.function, std::move(values), std::isnan(whole) ? sum_of_all : whole);
  return measured;
}

}  // namespace

absl::StatusOr<Measured> ReadMeasure(const MeasureExpression& measure, const Report& report) {
  return ReadRows(measure, report, /*may_be_absent=*/false);
}

absl::StatusOr<Measured> ReadMeasureOrNone(const MeasureExpression& measure, const Report& report) {
  return ReadRows(measure, report, /*may_be_absent=*/true);
}

absl::StatusOr<Query> MeasureQuery(const MeasureExpression& measure, const MeasureQueries& queries,
                                   const Selected& selected, const Query& query) {
  // That of several runs, whose steps are not the same, is not that of one of them.
  Query of_selected = query;
  of_selected.statistic = DefaultStatistic(selected, query.compat_tfprof);
  return queries(measure, of_selected);
}

absl::StatusOr<Report> AskMeasure(const MeasureExpression& measure, const MeasureQueries& queries,
                                  Answerer& answerer, const Selected& selected, const Query& query,
                                  RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const Query own, MeasureQuery(measure, queries, selected, query));
  return answerer.Ask(measure.view, Selected(selected.profile(), own.selection), own, context);
}

absl::StatusOr<Measured> TakeMeasure(const MeasureExpression& measure,
                                     const MeasureQueries& queries, Answerer& answerer,
                                     const Selected& selected, const Query& query,
                                     RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const Report report,
                            AskMeasure(measure, queries, answerer, selected, query, context));
  return ReadMeasure(measure, report);
}

}  // namespace profiler
