#include "profiler/query/query.h"

#include <algorithm>

namespace profiler {

std::optional<Measure> ColumnName::MeasureNamed(std::string_view name) {
  for (const OpColumn& column : OpColumns()) {
    if (column.name == name) return column.measure;
  }
  return std::nullopt;
}

Query::Query() {
  const RegexSet all = RegexSet::Compile({".*"}).value();
  selection.sources = selection.hosts = selection.ranks = selection.devices = all;
  selection.account_types = start_names = show_names = all;
}

bool Query::Selects(std::string_view column) const {
  return std::any_of(select.begin(), select.end(),
                     [&](const ColumnName& one) { return one.name == column; });
}

bool Query::Selects(Measure measure) const {
  return std::any_of(select.begin(), select.end(),
                     [&](const ColumnName& one) { return one.measure == measure; });
}

std::optional<Measure> Query::order_measure() const {
  if (order_by.measure || !top) return order_by.measure;
  if (Selects(Measure::kMicros)) return Measure::kMicros;
  for (size_t m = 0; m < kMeasureCount; ++m) {
    const auto measure = static_cast<Measure>(m);
    if (Selects(measure)) return measure;
  }
  return Measure::kMicros;
}

}  // namespace profiler
