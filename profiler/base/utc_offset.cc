#include "profiler/base/utc_offset.h"

#include <algorithm>
#include <string>

namespace profiler {
namespace {

bool IsDigits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<int64_t> ParseUtcOffset(std::string_view text) {
  if (text == "Z" || text == "z" || text == "UTC" || text == "GMT") return 0;
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const int64_t sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  std::string digits(text);
  const size_t colon = digits.find(':');
  if (colon != std::string::npos) {
    if (colon + 3 != digits.size()) return std::nullopt;
    digits.erase(colon, 1);
  }
  if (digits.empty() || digits.size() > 4 || !IsDigits(digits)) return std::nullopt;
  const bool has_minutes = digits.size() > 2;
  const int64_t number = std::stoll(digits);
  const int64_t hours = has_minutes ? number / 100 : number;
  const int64_t minutes = has_minutes ? number % 100 : 0;
  if (hours > 14 || minutes > 59) return std::nullopt;  // the largest offset of a zone
  return sign * (hours * 3600 + minutes * 60);
}

}  // namespace profiler
