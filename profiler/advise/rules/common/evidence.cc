#include "profiler/advise/rules/common/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/analysis/values/value_columns.h"
#include "profiler/base/int128.h"
#include "profiler/report/format_value.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

void AddCell(const EvidenceTable::Cell& cell, ReportColumn& column) {
  if (column.type == ColumnType::kNumber) {
    column.own.push_back(std::get<Value>(cell));
  } else if (column.type == ColumnType::kReal) {
    column.reals.push_back(std::get<double>(cell));
  } else {
    column.words.push_back(std::get<std::string>(cell));
  }
}

}  // namespace

ReportColumn EvidenceNumber(std::string name, Unit unit, std::string description) {
  return TableColumn(std::move(name), ColumnType::kNumber, unit, "", std::move(description));
}

ReportColumn EvidenceReal(std::string name, Unit unit, std::string description) {
  return TableColumn(std::move(name), ColumnType::kReal, unit, "", std::move(description));
}

ReportColumn EvidenceText(std::string name, std::string description) {
  return TableColumn(std::move(name), ColumnType::kText, Unit::kNone, "", std::move(description));
}

void EvidenceTable::Add(const std::string& name, const std::vector<Cell>& cells) {
  if (table_.rows.size() == kMostRows) {
    ++table_.hidden_rows;
    return;
  }
  table_.rows.push_back({name, {name}, 0, -1, true});
  for (size_t i = 0; i < cells.size(); ++i) AddCell(cells[i], table_.columns[i]);
}

Report EvidenceTable::Take(const std::string& order) {
  if (table_.hidden_rows > 0) table_.hidden_reason = order;
  return std::move(table_);
}

double Share(Int128 part, Int128 whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

double Percentage(Value part, Value whole) {
  return OrZero(whole) == 0 ? 0
                            : 100 * static_cast<double>(OrZero(part)) / static_cast<double>(whole);
}

std::string Percent(double part, double whole) {
  return fmt::format("{:.0f}%", whole > 0 ? 100 * part / whole : 0.0);
}

std::string FormatMicros(Value picos) {
  // Whole microseconds: means have more digits than they mean.
  if (picos != kAbsent && picos > kPicosPerMicro) picos -= picos % kPicosPerMicro;
  return FormatValue(picos, Unit::kMicros);
}

std::string FormatBytesOf(Value bytes) { return FormatValue(bytes, Unit::kBytes); }

std::string FormatRate(Value bytes, Value picos) {
  if (bytes == kAbsent || picos <= 0) return "-";
  return FormatValue(bytes * kPicosPerSecond / picos, Unit::kBytesPerSecond);
}

std::string Count(size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace profiler
