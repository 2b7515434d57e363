#include "profiler/readers/chrome_trace/micros.h"

#include <charconv>
#include <cstdint>

namespace profiler::chrome_trace {
namespace {

constexpr int kPicoDigits = 6;   // of a microsecond
constexpr int kMostDigits = 30;  // that are kept; far more than any clock has
constexpr int kMostWholeDigits = 18;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<Int128> ParseMicros(std::string_view number) {
  const bool is_negative = number.starts_with('-');
  if (is_negative) number.remove_prefix(1);
  Int128 digits = 0;
  int kept = 0, scale = 0;  // the value is digits x 10^scale
  bool any = false, in_fraction = false;
  size_t i = 0;
  for (; i < number.size(); ++i) {
    const char c = number[i];
    if (c == '.' && !in_fraction) {
      in_fraction = true;
      continue;
    }
    if (!IsDigit(c)) break;
    any = true;
    if (kept < kMostDigits) {
      digits = digits * 10 + (c - '0');
      if (digits != 0) ++kept;
      if (in_fraction) --scale;
    } else if (!in_fraction) {
      ++scale;
    }
  }
  if (!any) return std::nullopt;
  if (i < number.size()) {
    if (number[i] != 'e' && number[i] != 'E') return std::nullopt;
    std::string_view exponent = number.substr(i + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    int value = 0;
    const char* last = exponent.data() + exponent.size();
    const auto [end, error] = std::from_chars(exponent.data(), last, value);
    if (error != std::errc() || end != last || value < -1000 || value > 1000) return std::nullopt;
    scale += value;
  }
  if (digits == 0) return Int128{0};
  if (kept + scale > kMostWholeDigits) return std::nullopt;
  for (scale += kPicoDigits; scale > 0; --scale) digits *= 10;
  for (; scale < 0 && digits != 0; ++scale) digits /= 10;
  return is_negative ? -digits : digits;
}

}  // namespace profiler::chrome_trace
