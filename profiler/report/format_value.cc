#include "profiler/report/format_value.h"

#include <fmt/format.h>

#include <string_view>

namespace profiler {
namespace {

std::string FormatTime(Value picos) {
  if (picos % kPicosPerMicro != 0 && picos < 1000 * static_cast<Value>(kPicosPerMicro)) {
    return fmt::format("{:.2f}us", static_cast<double>(picos) / 1e6);
  }
  const Value micros = picos / kPicosPerMicro;
  if (micros < 1000) return fmt::format("{}us", micros);
  if (micros < 1000000) return fmt::format("{:.2f}ms", static_cast<double>(micros) / 1e3);
  return fmt::format("{:.2f}sec", static_cast<double>(micros) / 1e6);
}

std::string FormatBytes(Value bytes) {
  if (bytes < 1000) return fmt::format("{}B", bytes);
  if (bytes < 1000000) return fmt::format("{:.2f}KB", static_cast<double>(bytes) / 1e3);
  return fmt::format("{:.2f}MB", static_cast<double>(bytes) / 1e6);
}

std::string FormatCount(Value count) {
  if (count < 1000) return fmt::format("{}", count);
  if (count < 1000000) return fmt::format("{:.2f}k", static_cast<double>(count) / 1e3);
  if (count < 1000000000) return fmt::format("{:.2f}m", static_cast<double>(count) / 1e6);
  return fmt::format("{:.2f}b", static_cast<double>(count) / 1e9);
}

std::string FormatRate(Value value, std::string_view unit) {
  if (value < 1000) return fmt::format("{}{}", value, unit);
  if (value < 1000000) return fmt::format("{:.2f}K{}", static_cast<double>(value) / 1e3, unit);
  if (value < 1000000000) return fmt::format("{:.2f}M{}", static_cast<double>(value) / 1e6, unit);
  return fmt::format("{:.2f}G{}", static_cast<double>(value) / 1e9, unit);
}

}  // namespace

std::string FormatValue(Value value, Unit unit) {
  if (value == kAbsent) return "-";
  switch (unit) {
    case Unit::kMicros:
      return FormatTime(value);
    case Unit::kBytes:
      return FormatBytes(value);
    case Unit::kFlopsPerSecond:
    case Unit::kBytesPerSecond:
      return FormatRate(value, Name(unit));
    case Unit::kPercent:
      return fmt::format("{}%", value);
    case Unit::kNone:  // a number that names something
      return fmt::format("{}", value);
    case Unit::kCount:
    case Unit::kShare:
      break;
  }
  return FormatCount(value);
}

}  // namespace profiler
