#include "profiler/compare/views/compared_cells.h"

#include <cstddef>
#include <optional>

#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

using OptionalRow = std::optional<size_t>;

// A number column of both sides. Without the column on a side nothing is known of it there.
struct NumberSides {
  const ReportColumn* base;
  const ReportColumn* next;
  const Report& base_report;
  const Report& next_report;
  bool adds_up;

  static Value At(const ReportColumn* column, OptionalRow row, bool of_total) {
    if (column == nullptr || !row) return kAbsent;
    const std::vector<Value>& values = of_total ? column->total : column->own;
    return values.empty() ? kAbsent : values[*row];
  }
  // A row that is not there, or a tree's row whose own values do not count, counts 0.
  static bool CountsZero(const Report& report, const ReportColumn* column, OptionalRow row,
                         bool of_total) {
    return column != nullptr && (!row || (!of_total && !report.rows[*row].accounted));
  }
  Value Delta(const UnitedRow& row, bool of_total) const {
    Value before = At(base, row.base, of_total), after = At(next, row.next, of_total);
    if (before == kAbsent && after == kAbsent) return kAbsent;
    if (adds_up && before == kAbsent && CountsZero(base_report, base, row.base, of_total)) {
      before = 0;
    }
    if (adds_up && after == kAbsent && CountsZero(next_report, next, row.next, of_total)) after = 0;
    return before == kAbsent || after == kAbsent ? kAbsent : after - before;
  }
  double Ratio(const UnitedRow& row, bool of_total) const {
    const Value before = At(base, row.base, of_total), after = At(next, row.next, of_total);
    if (before == kAbsent || after == kAbsent || before <= 0) return kAbsentReal;
    return static_cast<double>(after) / static_cast<double>(before);
  }
};

double RealAt(const ReportColumn* column, OptionalRow row) {
  return column == nullptr || !row || column->reals.empty() ? kAbsentReal : column->reals[*row];
}

void FillPart(ComparedPart part, const NumberSides& sides, const std::vector<UnitedRow>& rows,
              bool of_total, std::vector<Value>& to) {
  to.reserve(rows.size());
  for (const UnitedRow& row : rows) {
    switch (part) {
      case ComparedPart::kBase:
        to.push_back(NumberSides::At(sides.base, row.base, of_total));
        break;
      case ComparedPart::kNew:
        to.push_back(NumberSides::At(sides.next, row.next, of_total));
        break;
      default:
        to.push_back(sides.Delta(row, of_total));
        break;
    }
  }
}

Value GrandTotal(ComparedPart part, const NumberSides& sides) {
  const Value before = sides.base == nullptr ? kAbsent : sides.base->grand_total;
  const Value after = sides.next == nullptr ? kAbsent : sides.next->grand_total;
  if (part == ComparedPart::kBase) return before;
  if (part == ComparedPart::kNew) return after;
  return before == kAbsent || after == kAbsent ? kAbsent : after - before;
}

}  // namespace

void FillComparedReals(ComparedPart part, const ReportColumn* base, const ReportColumn* next,
                       const std::vector<UnitedRow>& rows, std::vector<double>& to) {
  for (const UnitedRow& row : rows) {
    const double before = RealAt(base, row.base), after = RealAt(next, row.next);
    switch (part) {
      case ComparedPart::kBase:
        to.push_back(before);
        break;
      case ComparedPart::kNew:
        to.push_back(after);
        break;
      case ComparedPart::kDelta:
        to.push_back(after - before);
        break;
      default:
        to.push_back(before > 0 ? after / before : kAbsentReal);
        break;
    }
  }
}

void FillComparedNumbers(ComparedPart part, const ComparedTables& tables, const ReportColumn& of,
                         const std::vector<UnitedRow>& rows, ReportColumn& to) {
  const NumberSides sides{ColumnNamed(tables.base, of.name), ColumnNamed(tables.next, of.name),
                          tables.base, tables.next, AddsUp(of)};
  if (part == ComparedPart::kRatio || part == ComparedPart::kTotalRatio) {
    for (const UnitedRow& row : rows) {
      to.reals.push_back(sides.Ratio(row, part == ComparedPart::kTotalRatio));
    }
    return;
  }
  FillPart(part, sides, rows, false, to.own);
  if (tables.next.shape == Shape::kTree) FillPart(part, sides, rows, true, to.total);
  to.grand_total = GrandTotal(part, sides);
}

const ReportColumn* ColumnNamed(const Report& report, std::string_view name) {
  for (const ReportColumn& column : report.columns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

}  // namespace profiler
