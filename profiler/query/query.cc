#include "profiler/query/query.h"

namespace profiler {

Query::Query() {
  const RegexSet all = RegexSet::Compile({".*"}).value();
  selection.sources = selection.hosts = selection.ranks = selection.devices = all;
  selection.account_types = start_names = show_names = all;
}

std::optional<Measure> Query::order_measure() const {
  if (order_by || !top) return order_by;
  if (Selects(Field::kMicros)) return Measure::kMicros;
  for (size_t m = 0; m < kMeasureCount; ++m) {
    const auto measure = static_cast<Measure>(m);
    if (Selects(FieldOf(measure))) return measure;
  }
  return Measure::kMicros;
}

}  // namespace profiler
