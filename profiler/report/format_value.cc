#include "profiler/report/format_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "profiler/base/output_text.h"

namespace profiler {
namespace {

// Writes value / divisor as {:.2f} does. Integer arithmetic is used if possible, because it is
// faster and a large answer has a million values. The digits could differ if the value is negative,
// very large or halfway between two results; then {:.2f} is used.
char* PutQuotient(Value value, int64_t divisor, char* at) {
  constexpr Value kMost = 1'000'000'000'000'000;
  const int64_t hundredth = divisor / 100;
  const auto small = static_cast<int64_t>(value);
  if (value < 0 || value > kMost || small % hundredth == hundredth / 2) {
    return fmt::format_to(at, "{:.2f}", static_cast<double>(value) / static_cast<double>(divisor));
  }
  const int64_t hundredths = (small + hundredth / 2) / hundredth;
  at = PutInteger(hundredths / 100, at);
  *at++ = '.';
  *at++ = static_cast<char>('0' + hundredths / 10 % 10);
  *at++ = static_cast<char>('0' + hundredths % 10);
  return at;
}

char* PutText(std::string_view text, char* at) { return std::copy(text.begin(), text.end(), at); }

struct Step {
  int64_t divisor;
  std::string_view suffix;
};

// Writes the value in the largest unit that is not larger than the value. A value below 1000 is
// written unchanged.
template <size_t count>
char* PutScaled(Value value, std::string_view suffix, const Step (&steps)[count], char* at) {
  if (value < 1000) return PutText(suffix, PutInteger(value, at));
  size_t step = 0;
  while (step + 1 < count && value >= steps[step + 1].divisor) ++step;
  return PutText(steps[step].suffix, PutQuotient(value, steps[step].divisor, at));
}

char* PutTime(Value picos, char* at) {
  // Division of 128-bit numbers is ten times slower.
  const bool is_small = picos >= 0 && picos <= INT64_MAX;
  const Value rest =
      is_small ? static_cast<int64_t>(picos) % kPicosPerMicro : picos % kPicosPerMicro;
  if (rest != 0 && picos < 1000 * static_cast<Value>(kPicosPerMicro)) {
    return PutText("us", PutQuotient(picos, kPicosPerMicro, at));
  }
  const Value micros =
      is_small ? static_cast<int64_t>(picos) / kPicosPerMicro : picos / kPicosPerMicro;
  static constexpr Step kSteps[] = {{1'000, "ms"}, {1'000'000, "sec"}};
  return PutScaled(micros, "us", kSteps, at);
}

char* PutRate(Value value, std::string_view unit, char* at) {
  static constexpr Step kSteps[] = {{1'000, "K"}, {1'000'000, "M"}, {1'000'000'000, "G"}};
  return PutText(unit, PutScaled(value, "", kSteps, at));
}

}  // namespace

char* PutValue(Value value, Unit unit, char* at) {
  static constexpr Step kBytes[] = {{1'000, "KB"}, {1'000'000, "MB"}};
  static constexpr Step kCounts[] = {{1'000, "k"}, {1'000'000, "m"}, {1'000'000'000, "b"}};
  if (value == kAbsent) return PutText("-", at);
  switch (unit) {
    case Unit::kMicros:
      return PutTime(value, at);
    case Unit::kBytes:
      return PutScaled(value, "B", kBytes, at);
    case Unit::kFlopsPerSecond:
    case Unit::kBytesPerSecond:
      return PutRate(value, Name(unit), at);
    case Unit::kPercent:
      return PutText("%", PutInteger(value, at));
    case Unit::kNone:  // a number that is an identifier
      return PutInteger(value, at);
    case Unit::kCount:
    case Unit::kShare:
      return PutScaled(value, "", kCounts, at);
  }
  return at;
}

void AppendValue(Value value, Unit unit, std::string& out) {
  std::array<char, kMostValueText> text;
  out.append(text.data(), PutValue(value, unit, text.data()));
}

std::string FormatValue(Value value, Unit unit) {
  std::string text;
  AppendValue(value, unit, text);
  return text;
}

}  // namespace profiler
