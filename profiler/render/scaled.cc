#include "profiler/render/scaled.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string_view>

namespace profiler {
namespace {

struct Scale {
  double factor;  // the unit's size in base units
  std::string_view name;
};

constexpr Scale kTimes[] = {{1e-3, " ns"}, {1, " us"},    {1e3, " ms"},
                            {1e6, " s"},   {6e7, " min"}, {3.6e9, " h"}};
constexpr Scale kSizes[] = {{1, " B"},     {1e3, " KB"},  {1e6, " MB"}, {1e9, " GB"},
                            {1e12, " TB"}, {1e15, " PB"}, {1e18, " EB"}};
constexpr Scale kCounts[] = {{1, ""},     {1e3, "k"},  {1e6, "M"}, {1e9, "G"},
                             {1e12, "T"}, {1e15, "P"}, {1e18, "E"}};
constexpr Scale kFlops[] = {{1, " flop/s"},    {1e3, " kflop/s"},  {1e6, " Mflop/s"},
                            {1e9, " Gflop/s"}, {1e12, " Tflop/s"}, {1e15, " Pflop/s"},
                            {1e18, " Eflop/s"}};
constexpr Scale kRates[] = {{1, " B/s"},     {1e3, " KB/s"},  {1e6, " MB/s"}, {1e9, " GB/s"},
                            {1e12, " TB/s"}, {1e15, " PB/s"}, {1e18, " EB/s"}};

// Formats a number with three significant digits. Whole numbers have no decimals.
std::string ThreeDigits(double value, bool is_whole) {
  const double magnitude = std::abs(value);
  if (magnitude >= 1e5) return fmt::format("{:.2e}", value);
  if (is_whole || magnitude >= 99.95) return fmt::format("{:.0f}", value);
  if (magnitude < 0.995) return fmt::format("{:.3g}", value);
  return fmt::format("{:.{}f}", value, magnitude >= 9.995 ? 1 : 2);
}

// Uses the largest unit in which the rounded value is at least 1.
template <size_t count>
std::string InScale(double value, const Scale (&scales)[count], bool is_whole) {
  size_t at = 0;
  for (; at + 1 < count; ++at) {
    const double ratio = scales[at + 1].factor / scales[at].factor;
    const double half_digit = ratio > 100 ? 0.5 : 0.05;
    if (std::abs(value) / scales[at].factor < ratio - half_digit) break;
  }
  const std::string digits =
      ThreeDigits(value / scales[at].factor, is_whole && scales[at].factor == 1);
  return fmt::format("{}{}", digits, scales[at].name);
}

std::string Scaled(double value, Unit unit, bool is_whole) {
  switch (unit) {
    case Unit::kMicros:
      return value == 0 ? "0 us" : InScale(value, kTimes, is_whole);
    case Unit::kBytes:
      return InScale(value, kSizes, is_whole);
    case Unit::kFlopsPerSecond:
      return InScale(value, kFlops, is_whole);
    case Unit::kBytesPerSecond:
      return InScale(value, kRates, is_whole);
    case Unit::kPercent:
      return fmt::format("{:.{}f}%", value, std::abs(value) < 999.95 ? 1 : 0);
    case Unit::kShare:
      return Scaled(100 * value, Unit::kPercent, is_whole);
    case Unit::kCount:
    case Unit::kNone:
      break;
  }
  return InScale(value, kCounts, is_whole);
}

}  // namespace

std::string ScaledText(Value value, Unit unit) {
  if (value == kAbsent) return "-";
  if (unit == Unit::kNone) return fmt::format("{}", value);  // the value is an identifier
  if (unit != Unit::kMicros) return Scaled(static_cast<double>(value), unit, true);
  return Scaled(static_cast<double>(value) / kPicosPerMicro, unit, value % kPicosPerMicro == 0);
}

std::string ScaledText(double value, Unit unit) {
  if (!std::isfinite(value)) return "-";
  return Scaled(value, unit, value == std::floor(value));
}

}  // namespace profiler
