// Rounds numbers to 10 binary digits, so to within 0.1 %, and codes them so that near numbers have
// near codes: their differences from row to row are small, and pack well.
#ifndef PROFILER_STORE_FILE_ROUNDED_H_
#define PROFILER_STORE_FILE_ROUNDED_H_

#include <cstdint>

#include "profiler/base/int128.h"

namespace profiler::store_file {

inline constexpr int kRoundedDigits = 10;
// The first number that is rounded. A code is this half as often per doubling of the number.
inline constexpr int64_t kFirstRounded = int64_t{1} << kRoundedDigits;
// Numbers have at most 94 bits, so that the sum of any number of rows fits 128 bits.
inline constexpr int64_t kMostDoublings = 94 - kRoundedDigits;
inline constexpr int64_t kMostCode = kMostDoublings * (kFirstRounded / 2) + kFirstRounded;

// The number must be greater than -2^127. Greater numbers are limited to the greatest one that has
// a code.
constexpr int64_t RoundedCode(Int128 number) {
  if (number < 0) return -RoundedCode(-number);
  int64_t doublings = 0;
  while ((number >> doublings) >= kFirstRounded) ++doublings;
  if (doublings > kMostDoublings) return kMostCode;
  const Int128 half = doublings > 0 ? static_cast<Int128>(1) << (doublings - 1) : 0;
  const auto digits = static_cast<int64_t>((number + half) >> doublings);
  return doublings * (kFirstRounded / 2) + digits;
}

constexpr bool IsRoundedCode(int64_t code) { return code >= -kMostCode && code <= kMostCode; }

// The number of a code for which IsRoundedCode() holds.
constexpr Int128 RoundedNumber(int64_t code) {
  if (code < 0) return -RoundedNumber(-code);
  if (code < kFirstRounded) return code;
  const int64_t doublings = code / (kFirstRounded / 2) - 1;
  return static_cast<Int128>(code - doublings * (kFirstRounded / 2)) << doublings;
}

}  // namespace profiler::store_file

#endif  // PROFILER_STORE_FILE_ROUNDED_H_
