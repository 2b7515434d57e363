#include "profiler/readers/metric_table/row_cells.h"

#include <algorithm>
#include <charconv>

#include "profiler/readers/metric_table/fields.h"

namespace profiler::metric_table {

std::optional<int64_t> DeviceNumber(std::string_view text, DeviceKind& kind) {
  int64_t ordinal = 0;
  if (ParseDevice(text, kind, ordinal)) return ordinal;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ordinal);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && ordinal >= 0 ? std::optional<int64_t>(ordinal) : std::nullopt;
}

bool IsCpu(std::string_view text) {
  DeviceKind kind = DeviceKind::kOther;
  int64_t ordinal = 0;
  return ParseDevice(text, kind, ordinal) && kind == DeviceKind::kCpu;
}

std::optional<double> Compute(const Derived& derived,
                              const std::vector<std::optional<double>>& values) {
  double first = 0, sum = 0;
  for (size_t i = 0; i < derived.of.size(); ++i) {
    const std::optional<double>& value = values[derived.of[i]];
    if (!value) return std::nullopt;
    if (i == 0) first = *value;
    sum += *value;
  }
  if (derived.formula == Derived::Formula::kBusy) return std::max(0.0, 100 - sum);
  const double whole = derived.formula == Derived::Formula::kShare ? sum - first : sum;
  return whole > 0 ? std::optional<double>(100 * first / whole) : std::nullopt;
}

}  // namespace profiler::metric_table
