#include "profiler/report/scaled.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

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
constexpr Scale kCounts[] = {{1, ""},     {1e6, "M"},  {1e9, "G"},
                             {1e12, "T"}, {1e15, "P"}, {1e18, "E"}};
constexpr Scale kFlops[] = {{1, " flop/s"},    {1e3, " kflop/s"},  {1e6, " Mflop/s"},
                            {1e9, " Gflop/s"}, {1e12, " Tflop/s"}, {1e15, " Pflop/s"},
                            {1e18, " Eflop/s"}};
constexpr Scale kRates[] = {{1, " B/s"},     {1e3, " KB/s"},  {1e6, " MB/s"}, {1e9, " GB/s"},
                            {1e12, " TB/s"}, {1e15, " PB/s"}, {1e18, " EB/s"}};
constexpr Scale kPercents[] = {{1, "%"}};
constexpr Scale kShares[] = {{0.01, "%"}};
constexpr Scale kPlain[] = {{1, ""}};

constexpr size_t kFewValues = 8;
constexpr double kMostWrittenOut = 1e7;  // counts above it are scaled

std::span<const Scale> ScalesOf(Unit unit) {
  switch (unit) {
    case Unit::kMicros:
      return kTimes;
    case Unit::kBytes:
      return kSizes;
    case Unit::kFlopsPerSecond:
      return kFlops;
    case Unit::kBytesPerSecond:
      return kRates;
    case Unit::kPercent:
      return kPercents;
    case Unit::kShare:
      return kShares;
    case Unit::kCount:
      return kCounts;
    case Unit::kNone:
      break;
  }
  return kPlain;
}

bool IsShare(Unit unit) { return unit == Unit::kPercent || unit == Unit::kShare; }

// 1234567.5 becomes 1,234,567.5.
std::string WithSeparators(std::string digits) {
  size_t at = std::min(digits.find('.'), digits.size());
  const size_t begin = digits.starts_with('-') ? 1 : 0;
  while (at > begin + 3) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string Fixed(double value, int decimals) {
  return WithSeparators(fmt::format("{:.{}f}", value, decimals));
}

int DecimalsFor(double magnitude) { return magnitude >= 9.995 ? 1 : 2; }

// Formats a number with up to two decimals, or with three significant digits if it is small.
std::string ShortNumber(double value, bool is_whole) {
  const double magnitude = std::abs(value);
  if (magnitude >= 1e15) return fmt::format("{:.2e}", value);
  if (is_whole || magnitude == 0) return Fixed(value, 0);
  if (magnitude < 0.995) return fmt::format("{:.3g}", value);
  std::string digits = Fixed(value, DecimalsFor(magnitude));
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  return digits;
}

// The largest unit in which the rounded value is at least 1.
size_t UnitOf(double value, std::span<const Scale> scales, Unit unit) {
  const double magnitude = std::abs(value);
  if (unit == Unit::kCount && magnitude < kMostWrittenOut) return 0;
  size_t at = 0;
  for (; at + 1 < scales.size(); ++at) {
    const double ratio = scales[at + 1].factor / scales[at].factor;
    if (magnitude / scales[at].factor < ratio - 0.05) break;
  }
  return at;
}

std::string Scaled(double value, Unit unit, bool is_whole) {
  const std::span<const Scale> scales = ScalesOf(unit);
  if (IsShare(unit)) {
    const double percent = value / scales[0].factor;
    return fmt::format("{}%", Fixed(percent, std::abs(percent) < 999.95 ? 1 : 0));
  }
  if (unit == Unit::kMicros && value == 0) return "0 us";
  if (unit == Unit::kNone && !is_whole) return PlainReal(value);
  const Scale& scale = scales[UnitOf(value, scales, unit)];
  return ShortNumber(value / scale.factor, is_whole && scale.factor == 1).append(scale.name);
}

bool IsWhole(double value) { return value == std::floor(value); }

}  // namespace

std::string PlainReal(double value) {
  constexpr double kWhole = 1000, kMost = 1e15;
  const double magnitude = std::abs(value);
  return magnitude >= kWhole && magnitude < kMost ? fmt::format("{:.0f}", value)
                                                  : fmt::format("{:.4g}", value);
}

std::string ExactReal(double value) { return fmt::format("{:.15g}", value); }

std::string ProbabilityText(double p) {
  if (!std::isfinite(p)) return "-";
  return p < 0.0001 ? "<0.0001" : fmt::format("{:.3g}", p);
}

std::string PercentChange(double part) {
  if (!std::isfinite(part)) return "-";
  constexpr double kTimes = 100;  // from so many times on, a factor reads better than percents
  if (part >= kTimes) return "x" + ScaledText(std::round(1 + part), Unit::kCount);
  const double percent = 100 * part;
  const std::string digits = Fixed(percent, std::abs(percent) < 999.95 ? 1 : 0) + "%";
  if (std::abs(percent) < 0.05) return "0.0%";
  return percent > 0 ? "+" + digits : digits;
}

double ScalableValue(Value value, Unit unit) {
  if (value == kAbsent) return std::numeric_limits<double>::quiet_NaN();
  const auto real = static_cast<double>(value);
  return unit == Unit::kMicros ? real / kPicosPerMicro : real;
}

std::string ScaledText(Value value, Unit unit) {
  if (value == kAbsent) return "-";
  if (unit == Unit::kNone) return fmt::format("{}", value);  // the value is an identifier
  return ScaledText(ScalableValue(value, unit), unit);
}

std::string ScaledText(double value, Unit unit) {
  return std::isfinite(value) ? Scaled(value, unit, IsWhole(value)) : "-";
}

ScaledPair ScaledApart(double value, double other, Unit unit) {
  constexpr int kMostDecimals = 6;
  ScaledPair texts = {ScaledText(value, unit), ScaledText(other, unit)};
  if (texts.value != texts.other || value == other) return texts;
  if (!std::isfinite(value) || !std::isfinite(other)) return texts;
  const std::span<const Scale> scales = ScalesOf(unit);
  const Scale& scale = scales[IsShare(unit) ? 0 : UnitOf(value, scales, unit)];
  for (int decimals = 2; decimals <= kMostDecimals; ++decimals) {
    const auto text = [&](double of) {
      return Fixed(of / scale.factor, decimals).append(scale.name);
    };
    ScaledPair apart = {text(value), text(other)};
    if (apart.value != apart.other) return apart;
  }
  return texts;
}

ColumnScale::ColumnScale(Unit unit, std::vector<double> values, ColumnRole role)
    : unit_(unit), role_(role) {
  std::erase_if(values, [](double value) { return !std::isfinite(value) || value == 0; });
  const std::span<const Scale> scales = ScalesOf(unit);
  if (unit == Unit::kMicros) suffix_ = " us";
  if (values.empty() || IsShare(unit)) {
    if (IsShare(unit)) decimals_ = 1;
    factor_ = unit == Unit::kMicros ? 1 : scales[0].factor;
    suffix_ = unit == Unit::kMicros ? " us" : scales[0].name;
    return;
  }
  for (double& value : values) value = std::abs(value);
  const double most = *std::max_element(values.begin(), values.end());
  const auto ranked = [&](size_t rank) {
    const auto at = values.begin() + static_cast<ptrdiff_t>(rank);
    std::nth_element(values.begin(), at, values.end());
    return *at;
  };
  const double median = ranked(values.size() / 2);
  // Of few values each is looked at.
  const double low = ranked((values.size() - 1) / (values.size() <= kFewValues ? 4 : 2));
  size_t at = UnitOf(most, scales, unit);
  // A smaller unit if many values would be next to nothing, unless the largest gets too long.
  while (at > 0 && low / scales[at].factor < 0.0095 && most / scales[at - 1].factor < 1e4) {
    --at;
  }
  while (at > 0 && median / scales[at].factor < 0.005 && most / scales[at - 1].factor < 1e6) --at;
  factor_ = scales[at].factor;
  suffix_ = scales[at].name;
  const bool is_whole = std::all_of(values.begin(), values.end(),
                                    [&](double value) { return IsWhole(value / factor_); });
  decimals_ = is_whole ? 0 : DecimalsFor(median / factor_);
}

std::string ColumnScale::Text(double value) const {
  if (!std::isfinite(value)) return "-";
  if (role_ == ColumnRole::kProbability) return ProbabilityText(value);
  if (role_ == ColumnRole::kRatio) return PercentChange(value - 1);
  const std::string text = Plain(value);
  return role_ == ColumnRole::kChange && value > 0 && text.front() != '<' ? '+' + text : text;
}

std::string ColumnScale::Plain(double value) const {
  constexpr double kMostWhole = 1e19;  // no number of 64 bits has more digits
  const bool is_exact = IsWhole(value) && std::abs(value) < kMostWhole;
  if (unit_ == Unit::kNone && !is_exact) {
    return role_ == ColumnRole::kExact ? ExactReal(value) : PlainReal(value);
  }
  if (unit_ == Unit::kNone) return fmt::format("{:.0f}", value);
  if (value == 0 && !IsShare(unit_)) return fmt::format("0{}", suffix_);
  const double scaled = value / factor_;
  const double least = std::pow(10, -decimals_);
  if (std::abs(scaled) >= 1e12) return fmt::format("{:.2e}{}", scaled, suffix_);
  if (value != 0 && std::abs(scaled) < least / 2) {
    return fmt::format("{}{:.{}f}{}", value < 0 ? ">-" : "<", least, decimals_, suffix_);
  }
  return Fixed(scaled, decimals_).append(suffix_);
}

}  // namespace profiler
