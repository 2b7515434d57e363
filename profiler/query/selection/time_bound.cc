#include "profiler/query/selection/time_bound.h"

#include <fmt/format.h>

#include <array>

#include "absl/status/status.h"
#include "profiler/base/ascii.h"

namespace profiler {
namespace {

struct TimeUnit {
  std::string_view name;
  int power;  // power of ten, in picoseconds
};
constexpr std::array<TimeUnit, 5> kTimeUnits = {
    {{"s", 12}, {"ms", 9}, {"us", 6}, {"ns", 3}, {"ps", 0}}};

absl::Status Wrong(std::string_view what) {
  return absl::InvalidArgumentError(
      fmt::format("{}: give a time from the profile's start, as 3.2s, 150ms, 80us or 12ns", what));
}

}  // namespace

absl::StatusOr<TimeBound> TimeBound::Parse(std::string_view text) {
  TimeBound bound;
  bound.text_ = text;
  if (text.empty()) return bound;
  if (text.front() == '-') return Wrong("it lies before the start");
  size_t at = 0;
  int behind_point = 0;  // digits after the point
  bool has_point = false, has_digit = false;
  for (; at < text.size() && (IsDigit(text[at]) || (text[at] == '.' && !has_point)); ++at) {
    if (text[at] == '.') {
      has_point = true;
      continue;
    }
    has_digit = true;
    behind_point += has_point ? 1 : 0;
    int64_t& picos = bound.picos_;
    if (__builtin_mul_overflow(picos, 10, &picos) ||
        __builtin_add_overflow(picos, text[at] - '0', &picos)) {
      return Wrong("it has too many digits");
    }
  }
  const std::string_view name = text.substr(at);
  if (!has_digit) return Wrong("it is no time");
  if (name.empty()) return Wrong("it has no unit");
  for (const TimeUnit& unit : kTimeUnits) {
    if (unit.name != name) continue;
    for (int power = unit.power - behind_point; power > 0; --power) {
      if (__builtin_mul_overflow(bound.picos_, 10, &bound.picos_)) return Wrong("it is too long");
    }
    for (int power = unit.power - behind_point; power < 0; ++power) {
      if (bound.picos_ % 10 != 0) return Wrong("it is finer than a picosecond");
      bound.picos_ /= 10;
    }
    return bound;
  }
  return Wrong(fmt::format("'{}' is no unit of time", name));
}

}  // namespace profiler
