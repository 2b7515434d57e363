#include "profiler/compare/views/row_changes.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/views/compared_cells.h"
#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

// The samples of rows of one side, in one column.
class RowSamples {
 public:
  RowSamples(const Report& report, const TableSamples* samples, const std::string& column)
      : samples_(samples), column_(samples == nullptr ? nullptr : samples->FindColumn(column)) {
    if (column_ != nullptr) ids_ = RowIdsOf(report);
  }

  bool has_any() const { return column_ != nullptr; }
  // Empty if the row has no samples, or not in every step.
  std::span<const double> Of(size_t row) const {
    const std::optional<size_t> found = samples_->Find(ids_[row]);
    if (!found) return {};
    const std::span<const double> values = samples_->Of(*found, *column_);
    const bool all_known =
        std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
    return all_known ? values : std::span<const double>();
  }

 private:
  const TableSamples* samples_;
  const TableSamples::Column* column_;
  std::vector<RowId> ids_;
};

Change ChangeOfRow(const UnitedRow& row, const RowSamples& base, const RowSamples& next,
                   const Comparison& comparison) {
  Change change;
  if (!row.base || !row.next) {
    const Verdict verdict = row.base ? Verdict::kRemoved : Verdict::kAdded;
    change.verdict = comparison.gives_verdicts() ? verdict : Verdict::kUnclear;
    return change;
  }
  if (!base.has_any() || !next.has_any()) return change;
  const std::span<const double> before = base.Of(*row.base), after = next.Of(*row.next);
  return before.empty() || after.empty() ? change : comparison.Of(before, after);
}

// A table may show means or sums, while samples are judged by their ranks. What both do not say
// alike, as of a row that ran in one step only, is unclear.
void LeaveContradicted(double before, double after, double tolerance, Change& change) {
  const double delta = after - before;
  const bool is_more = change.verdict == Verdict::kSlower || change.verdict == Verdict::kHigher;
  const bool is_less = change.verdict == Verdict::kFaster || change.verdict == Verdict::kLower;
  const double least = tolerance * std::min(std::abs(before), std::abs(after));
  const bool is_contradicted = (is_more && delta < 0) || (is_less && delta > 0) ||
                               (change.verdict == Verdict::kSame && std::abs(delta) > least);
  if (is_contradicted) change.verdict = Verdict::kUnclear;
}

}  // namespace

double SideValue(const ReportColumn* column, std::optional<size_t> row) {
  if (column == nullptr) return kAbsentReal;
  if (!row) return AddsUp(*column) ? 0 : kAbsentReal;
  // In ranked reports totals are of the row and all later ones.
  const bool is_ranked = !column->share_total.empty();
  const bool is_tree = !column->total.empty() && !is_ranked && column->type == ColumnType::kNumber;
  return MeasuredAt(*column, *row, is_tree ? ValueKind::kTotal : ValueKind::kOwn);
}

std::vector<Change> ChangesOf(const ComparedTables& tables, const std::vector<UnitedRow>& rows,
                              const std::string& column, const Comparison& comparison,
                              const RunContext& context) {
  const RowSamples base(tables.base, tables.base_samples, column);
  const RowSamples next(tables.next, tables.new_samples, column);
  std::vector<Change> changes(rows.size());
  constexpr size_t kAtOnce = 512;
  InParallel(rows.size() / kAtOnce + 1, context.threads(), [&](size_t part) {
    const size_t end = std::min(rows.size(), (part + 1) * kAtOnce);
    for (size_t i = part * kAtOnce; i < end; ++i) {
      changes[i] = ChangeOfRow(rows[i], base, next, comparison);
    }
  });
  // A tree's root is all of it, whichever of its rows are shown: no one of many.
  const bool is_tree = tables.next.shape == Shape::kTree;
  std::vector<Change*> judged;
  for (size_t i = 0; i < changes.size(); ++i) {
    if (std::isnan(changes[i].p_value)) continue;
    if (is_tree && rows[i].parent < 0) {
      comparison.JudgeAll({&changes[i]});
    } else {
      judged.push_back(&changes[i]);
    }
  }
  comparison.JudgeAll(std::move(judged));
  const ReportColumn* const old_values = ColumnNamed(tables.base, column);
  const ReportColumn* const new_values = ColumnNamed(tables.next, column);
  for (size_t i = 0; i < rows.size(); ++i) {
    LeaveContradicted(SideValue(old_values, rows[i].base), SideValue(new_values, rows[i].next),
                      comparison.tolerance(), changes[i]);
  }
  return changes;
}

void JudgeWithoutSamples(const ReportColumn* base, const ReportColumn* next, double tolerance,
                         const std::vector<UnitedRow>& rows, std::vector<Change>& changes) {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (changes[i].verdict != Verdict::kNone) continue;
    const double before = SideValue(base, rows[i].base), after = SideValue(next, rows[i].next);
    const bool both_unknown = std::isnan(before) && std::isnan(after);
    const double least = tolerance * std::min(std::abs(before), std::abs(after));
    const bool is_same = both_unknown || std::abs(after - before) <= least;
    changes[i].verdict = is_same ? Verdict::kSame : Verdict::kUnclear;
  }
}

}  // namespace profiler
