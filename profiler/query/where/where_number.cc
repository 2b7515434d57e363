#include "profiler/query/where/where_number.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

constexpr int kMostExactDigits = 30;  // the 128-bit integer can have 38 digits
constexpr Int128 kMostScaledDigits =
    static_cast<Int128>(1'000'000'000'000'000) * 1'000'000'000'000'000;
constexpr int kMostExponent = 60;                       // larger exponents exceed all values
constexpr Int128 kFar = static_cast<Int128>(1) << 125;  // exceeds every value of a report
constexpr int kPicosPerMicroPower = 6;

struct Suffix {
  std::string_view text;
  WhereDimension dimension;
  int power;  // power of ten, relative to a report's unit: us, B, 1
  int power_of_two = 0;
};
// The suffixes of the text format, and some unambiguous others.
constexpr std::array<Suffix, 32> kSuffixes = {{
    {"ns", WhereDimension::kTime, -3},         {"us", WhereDimension::kTime, 0},
    {"ms", WhereDimension::kTime, 3},          {"s", WhereDimension::kTime, 6},
    {"sec", WhereDimension::kTime, 6},         {"B", WhereDimension::kBytes, 0},
    {"kB", WhereDimension::kBytes, 3},         {"KB", WhereDimension::kBytes, 3},
    {"MB", WhereDimension::kBytes, 6},         {"GB", WhereDimension::kBytes, 9},
    {"TB", WhereDimension::kBytes, 12},        {"KiB", WhereDimension::kBytes, 0, 10},
    {"MiB", WhereDimension::kBytes, 0, 20},    {"GiB", WhereDimension::kBytes, 0, 30},
    {"TiB", WhereDimension::kBytes, 0, 40},    {"k", WhereDimension::kCount, 3},
    {"K", WhereDimension::kCount, 3},          {"m", WhereDimension::kCount, 6},
    {"M", WhereDimension::kCount, 6},          {"b", WhereDimension::kCount, 9},
    {"G", WhereDimension::kCount, 9},          {"T", WhereDimension::kCount, 12},
    {"%", WhereDimension::kShare, 0},          {"B/s", WhereDimension::kByteRate, 0},
    {"kB/s", WhereDimension::kByteRate, 3},    {"KB/s", WhereDimension::kByteRate, 3},
    {"MB/s", WhereDimension::kByteRate, 6},    {"GB/s", WhereDimension::kByteRate, 9},
    {"TB/s", WhereDimension::kByteRate, 12},   {"flop/s", WhereDimension::kFlopRate, 0},
    {"Gflop/s", WhereDimension::kFlopRate, 9}, {"Tflop/s", WhereDimension::kFlopRate, 12},
}};

// The unit at `at`: letters, with or without "/s", or a percent sign.
std::string_view SuffixAt(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '%') return text.substr(at, 1);
  size_t end = at;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  constexpr std::string_view kPerSecond = "/s";
  const size_t after = end + kPerSecond.size();
  const bool is_rate = end > at && text.substr(end).starts_with(kPerSecond) &&
                       (after == text.size() || !IsWordCharacter(text[after]));
  return text.substr(at, (is_rate ? after : end) - at);
}

// Reads an exponent such as `e6` or `e-6` at `at`, if there is one.
void ReadExponent(std::string_view text, size_t& at, int& exponent) {
  size_t next = at;
  if (next == text.size() || (text[next] != 'e' && text[next] != 'E')) return;
  ++next;
  const bool negative = next < text.size() && text[next] == '-';
  if (next < text.size() && (text[next] == '-' || text[next] == '+')) ++next;
  if (next == text.size() || !IsDigit(text[next])) return;
  int value = 0;
  for (; next < text.size() && IsDigit(text[next]); ++next) {
    if (value <= kMostExponent) value = 10 * value + (text[next] - '0');
  }
  exponent += negative ? -value : value;
  at = next;
}

double Nearest(Int128 digits, int exponent, bool negative) {
  const std::string text = fmt::format("{}e{}", digits, exponent);
  double real = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), real);
  if (error != std::errc()) real = exponent > 0 ? HUGE_VAL : 0;
  return negative ? -real : real;
}

}  // namespace

WhereDimension DimensionOf(Unit unit) {
  switch (unit) {
    case Unit::kMicros:
      return WhereDimension::kTime;
    case Unit::kBytes:
      return WhereDimension::kBytes;
    case Unit::kShare:
    case Unit::kPercent:
      return WhereDimension::kShare;
    case Unit::kBytesPerSecond:
      return WhereDimension::kByteRate;
    case Unit::kFlopsPerSecond:
      return WhereDimension::kFlopRate;
    case Unit::kNone:
    case Unit::kCount:
      break;
  }
  return WhereDimension::kCount;
}

std::string_view Describe(WhereDimension dimension) {
  switch (dimension) {
    case WhereDimension::kTime:
      return "a time";
    case WhereDimension::kBytes:
      return "a size in bytes";
    case WhereDimension::kShare:
      return "a share";
    case WhereDimension::kByteRate:
      return "bytes per second";
    case WhereDimension::kFlopRate:
      return "float operations per second";
    case WhereDimension::kCount:
    case WhereDimension::kAny:
      break;
  }
  return "a count";
}

absl::StatusOr<WhereNumber> WhereNumber::Parse(std::string_view text, size_t& length) {
  WhereNumber number;
  size_t at = 0;
  int digits = 0;
  bool behind_point = false, any = false;
  for (; at < text.size() && (IsDigit(text[at]) || (text[at] == '.' && !behind_point)); ++at) {
    if (text[at] == '.') {
      behind_point = true;
      continue;
    }
    any = true;
    if (digits > 0 || text[at] != '0') ++digits;
    if (digits > kMostExactDigits) return absl::InvalidArgumentError("the number is too long");
    number.digits_ = 10 * number.digits_ + (text[at] - '0');
    number.exponent_ -= behind_point ? 1 : 0;
  }
  if (!any) return absl::InvalidArgumentError("a number has digits");
  ReadExponent(text, at, number.exponent_);
  if (const std::string_view suffix = SuffixAt(text, at); !suffix.empty()) {
    const Suffix* found = nullptr;
    for (const Suffix& one : kSuffixes) {
      if (one.text == suffix) found = &one;
    }
    if (found == nullptr) {
      return absl::InvalidArgumentError(fmt::format(
          "'{}' is no unit (ns us ms s, B KB MB GB TB KiB MiB GiB, GB/s, Tflop/s, k m b, %)",
          suffix));
    }
    number.dimension_ = found->dimension;
    number.exponent_ += found->power;
    const Int128 factor = static_cast<Int128>(1) << found->power_of_two;
    if (number.digits_ > kMostScaledDigits / factor) {
      return absl::InvalidArgumentError("the number is too long");
    }
    number.digits_ *= factor;
    at += suffix.size();
  }
  length = at;
  number.Settle();
  return number;
}

void WhereNumber::Settle() {
  picos_ = Scaled(kPicosPerMicroPower);
  plain_ = Scaled(0);
  real_ = Nearest(digits_, exponent_, negative_);
  constexpr int kPercentPower = -2;
  const bool is_percent = dimension_ == WhereDimension::kShare;
  share_ = is_percent ? Nearest(digits_, exponent_ + kPercentPower, negative_) : real_;
}

WhereNumber WhereNumber::Negated() const {
  WhereNumber negated = *this;
  negated.negative_ = !negative_;
  negated.Settle();
  return negated;
}

bool WhereNumber::Fits(Unit unit) const {
  const bool is_of_bytes = unit == Unit::kBytes || unit == Unit::kBytesPerSecond;
  return dimension_ == WhereDimension::kAny || dimension_ == DimensionOf(unit) ||
         (dimension_ == WhereDimension::kCount && (is_of_bytes || unit == Unit::kFlopsPerSecond)) ||
         (dimension_ == WhereDimension::kBytes && unit == Unit::kBytesPerSecond);
}

WhereNumber::Decimal WhereNumber::Scaled(int power_of_ten) const {
  Decimal scaled{digits_, false};
  int power = exponent_ + power_of_ten;
  for (; power > 0 && scaled.floor != 0 && scaled.floor < kFar; --power) {
    scaled.floor = scaled.floor > kFar / 10 ? kFar : scaled.floor * 10;
  }
  for (; power < 0 && scaled.floor != 0; ++power) {
    scaled.has_fraction |= scaled.floor % 10 != 0;
    scaled.floor /= 10;
  }
  // Rounds down, so that the fraction is always positive.
  if (negative_) scaled.floor = -scaled.floor - (scaled.has_fraction ? 1 : 0);
  return scaled;
}

int WhereNumber::CompareWith(const Decimal& decimal, Int128 value) const {
  if (value != decimal.floor) return value < decimal.floor ? -1 : 1;
  return decimal.has_fraction ? -1 : 0;
}

int WhereNumber::CompareTo(Int128 value, Unit unit) const {
  return CompareWith(unit == Unit::kMicros ? picos_ : plain_, value);
}

int WhereNumber::CompareTo(double value, Unit unit) const {
  const double real = unit == Unit::kShare ? share_ : real_;
  return value < real ? -1 : value > real ? 1 : 0;
}

}  // namespace profiler
