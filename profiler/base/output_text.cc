#include "profiler/base/output_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

namespace profiler {

char* PutInteger(Int128 value, char* at) {
  if (value < INT64_MIN || value > INT64_MAX) return fmt::format_to(at, "{}", value);
  return std::to_chars(at, at + kMostDigits, static_cast<int64_t>(value)).ptr;
}

// Hand-written for speed, because a trace has two such numbers for each of its millions of events.
char* PutMicros(Int128 picos, char* at) {
  if (picos < 0) *at++ = '-';
  const Int128 magnitude = picos < 0 ? -picos : picos;
  uint32_t fraction = 0;
  if (magnitude <= INT64_MAX) {  // 128 bits divide ten times slower
    const auto small = static_cast<uint64_t>(magnitude);
    fraction = static_cast<uint32_t>(small % kPicosPerMicro);
    at = PutInteger(static_cast<int64_t>(small / kPicosPerMicro), at);
  } else {
    fraction = static_cast<uint32_t>(magnitude % kPicosPerMicro);
    at = PutInteger(magnitude / kPicosPerMicro, at);
  }
  if (fraction == 0) return at;
  size_t digits = 6;
  for (; fraction % 10 == 0; fraction /= 10) --digits;
  *at = '.';
  for (size_t i = digits; i > 0; --i, fraction /= 10)
    at[i] = static_cast<char>('0' + fraction % 10);
  return at + digits + 1;
}

void AppendInteger(Int128 value, std::string& out) {
  std::array<char, kMostDigits> digits;
  out.append(digits.data(), PutInteger(value, digits.data()));
}

void AppendMicros(Int128 picos, std::string& out) {
  std::array<char, kMostDigits> digits;
  out.append(digits.data(), PutMicros(picos, digits.data()));
}

// Checks eight bytes at a time, because names are long and most need no escaping.
bool IsPlainJson(std::string_view text) {
  constexpr uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;
  // Sets the high bit of each byte that is 0, and possibly of bytes above one.
  const auto zeros = [](uint64_t word) { return (word - kOnes) & ~word & kHighs; };
  const auto is_plain = [&](size_t at) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    const uint64_t below_blank = (word - kOnes * ' ') & ~word & kHighs;
    const uint64_t above_tilde = (word | (word + kOnes)) & kHighs;
    const uint64_t quoting = zeros(word ^ kOnes * '"') | zeros(word ^ kOnes * '\\');
    return (below_blank | above_tilde | quoting) == 0;
  };
  if (text.size() < 8) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  }
  for (size_t at = 0; at + 8 <= text.size(); at += 8) {
    if (!is_plain(at)) return false;
  }
  return is_plain(text.size() - 8);
}

void AppendJsonText(std::string_view text, std::string& out) {
  using nlohmann::json;
  if (IsPlainJson(text)) {
    out.append("\"").append(text).append("\"");
  } else {
    out += json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  }
}

}  // namespace profiler
