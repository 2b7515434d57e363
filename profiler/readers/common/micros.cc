#include "profiler/readers/common/micros.h"

#include <array>
#include <charconv>
#include <cstdint>

#include "profiler/base/ascii.h"

namespace profiler::chrome_trace {
namespace {

constexpr int kMicroDigits = 6;  // decimals down to a picosecond
constexpr int kMostPicoDigits = 12;
constexpr int kMostKeptDigits = 30;  // far more than any clock has
constexpr size_t kMostWholeDigits = 18;

// Fast path for numbers like "-12.5": few digits, no exponent. False for any other.
bool ParsePlain(std::string_view number, int pico_digits, Int128& picos) {
  constexpr size_t kMostPlain = 20;  // characters: 19 digits, which 64 bits hold, and a point
  constexpr auto kPowers = [] {
    std::array<uint64_t, kMostPicoDigits + 1> powers = {1};
    for (size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
    return powers;
  }();
  const bool is_negative = number.starts_with('-');
  const size_t begin = is_negative ? 1 : 0;
  uint64_t digits = 0;
  size_t i = begin, point = number.size();
  if (number.size() - begin > kMostPlain) return false;
  for (; i < number.size(); ++i) {
    if (number[i] == '.' && point == number.size()) {
      point = i;
    } else if (IsDigit(number[i])) {
      digits = digits * 10 + static_cast<uint64_t>(number[i] - '0');
    } else {
      return false;
    }
  }
  const size_t decimals = point == number.size() ? 0 : number.size() - point - 1;
  const auto most = static_cast<size_t>(pico_digits);
  if (decimals > most || point - begin > kMostWholeDigits || number.size() - begin < 2) {
    return false;
  }
  picos = static_cast<Int128>(digits) * kPowers[most - decimals];
  if (is_negative) picos = -picos;
  return true;
}

}  // namespace

std::optional<Int128> ParseMicros(std::string_view number) {
  return ParseDecimal(number, kMicroDigits);
}

std::optional<Int128> ParseDecimal(std::string_view number, int pico_digits) {
  Int128 digits = 0;
  if (ParsePlain(number, pico_digits, digits)) return digits;
  const bool is_negative = number.starts_with('-');
  if (is_negative) number.remove_prefix(1);
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
    if (kept < kMostKeptDigits) {
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
  if (kept + scale > static_cast<int>(kMostWholeDigits)) return std::nullopt;
  for (scale += pico_digits; scale > 0; --scale) digits *= 10;
  for (; scale < 0 && digits != 0; ++scale) digits /= 10;
  return is_negative ? -digits : digits;
}

}  // namespace profiler::chrome_trace
