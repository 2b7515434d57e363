#include "profiler/compare/views/united_cells.h"

#include <cstddef>
#include <optional>
#include <string>

namespace profiler {
namespace {

// Takes a cell from the new report, or from the base if only that has the row.
template <typename T>
void CopyCells(const ReportColumn* base, const ReportColumn* next,
               std::vector<T> ReportColumn::*values, const std::vector<UnitedRow>& rows, T unknown,
               ReportColumn& to) {
  const bool has_new = next != nullptr && !(next->*values).empty();
  const bool has_base = base != nullptr && !(base->*values).empty();
  if (!has_new && !has_base) return;
  std::vector<T>& cells = to.*values;
  cells.reserve(rows.size());
  for (const UnitedRow& row : rows) {
    if (row.next) {
      cells.push_back(has_new ? (next->*values)[*row.next] : unknown);
    } else {
      cells.push_back(has_base ? (base->*values)[*row.base] : unknown);
    }
  }
}

}  // namespace

void CopyColumn(const ReportColumn* base, const ReportColumn* next,
                const std::vector<UnitedRow>& rows, ReportColumn& to) {
  if (base != nullptr && next != nullptr && base->type != next->type) base = nullptr;
  CopyCells<Value>(base, next, &ReportColumn::own, rows, kAbsent, to);
  CopyCells<Value>(base, next, &ReportColumn::total, rows, kAbsent, to);
  CopyCells<double>(base, next, &ReportColumn::reals, rows, kAbsentReal, to);
  CopyCells<std::string>(base, next, &ReportColumn::words, rows, {}, to);
  CopyCells<std::vector<std::string>>(base, next, &ReportColumn::texts, rows, {}, to);
  CopyCells<std::vector<double>>(base, next, &ReportColumn::series, rows, {}, to);
  CopyCells<std::vector<InputShapeUse>>(base, next, &ReportColumn::uses, rows, {}, to);
  CopyCells<std::optional<TensorValue>>(base, next, &ReportColumn::tensors, rows, {}, to);
  // A row of the base alone has no share of the new profile's total.
  const bool is_of_total = next != nullptr && to.unit == Unit::kShare && !to.is_typical;
  for (size_t i = 0; is_of_total && i < to.reals.size(); ++i) {
    if (!rows[i].next) to.reals[i] = kAbsentReal;
  }
}

void FillBaseSeries(const ReportColumn* base, const std::vector<UnitedRow>& rows,
                    std::vector<std::vector<double>>& to) {
  const bool has_series = base != nullptr && !base->series.empty();
  for (const UnitedRow& row : rows) {
    to.push_back(has_series && row.base ? base->series[*row.base] : std::vector<double>());
  }
}

}  // namespace profiler
