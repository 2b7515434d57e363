#include "profiler/report/format_value.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "profiler/base/output_text.h"

namespace profiler {
namespace {

// value / divisor as {:.2f} prints it. In integers, as a large answer has a million of these, where
// a double would be rounded alike: far from a tie, and with digits to spare.
void AppendQuotient(Value value, int64_t divisor, std::string& out) {
  constexpr Value kMost = 1'000'000'000'000'000;
  const int64_t hundredth = divisor / 100;
  const auto small = static_cast<int64_t>(value);
  if (value < 0 || value > kMost || small % hundredth == hundredth / 2) {
    fmt::format_to(std::back_inserter(out), "{:.2f}",
                   static_cast<double>(value) / static_cast<double>(divisor));
    return;
  }
  const int64_t hundredths = (small + hundredth / 2) / hundredth;
  AppendInteger(hundredths / 100, out);
  out += '.';
  out += static_cast<char>('0' + hundredths / 10 % 10);
  out += static_cast<char>('0' + hundredths % 10);
}

struct Step {
  int64_t divisor;
  std::string_view suffix;
};

// The first step whose thousandfold the value does not reach; below the first the number itself.
template <size_t count>
void AppendScaled(Value value, std::string_view suffix, const Step (&steps)[count],
                  std::string& out) {
  if (value < 1000) {
    AppendInteger(value, out);
    out += suffix;
    return;
  }
  size_t at = 0;
  while (at + 1 < count && value >= steps[at + 1].divisor) ++at;
  AppendQuotient(value, steps[at].divisor, out);
  out += steps[at].suffix;
}

void AppendTime(Value picos, std::string& out) {
  // 128 bits divide ten times slower.
  const bool is_small = picos >= 0 && picos <= INT64_MAX;
  const Value rest = is_small ? static_cast<int64_t>(picos) % kPicosPerMicro
                              : picos % kPicosPerMicro;
  if (rest != 0 && picos < 1000 * static_cast<Value>(kPicosPerMicro)) {
    AppendQuotient(picos, kPicosPerMicro, out);
    out += "us";
    return;
  }
  const Value micros = is_small ? static_cast<int64_t>(picos) / kPicosPerMicro
                                : picos / kPicosPerMicro;
  static constexpr Step kSteps[] = {{1'000, "ms"}, {1'000'000, "sec"}};
  AppendScaled(micros, "us", kSteps, out);
}

void AppendRate(Value value, std::string_view unit, std::string& out) {
  static constexpr Step kSteps[] = {{1'000, "K"}, {1'000'000, "M"}, {1'000'000'000, "G"}};
  AppendScaled(value, "", kSteps, out);
  out += unit;
}

}  // namespace

void AppendValue(Value value, Unit unit, std::string& out) {
  static constexpr Step kBytes[] = {{1'000, "KB"}, {1'000'000, "MB"}};
  static constexpr Step kCounts[] = {{1'000, "k"}, {1'000'000, "m"}, {1'000'000'000, "b"}};
  if (value == kAbsent) {
    out += '-';
    return;
  }
  switch (unit) {
    case Unit::kMicros:
      return AppendTime(value, out);
    case Unit::kBytes:
      return AppendScaled(value, "B", kBytes, out);
    case Unit::kFlopsPerSecond:
    case Unit::kBytesPerSecond:
      return AppendRate(value, Name(unit), out);
    case Unit::kPercent:
      AppendInteger(value, out);
      out += '%';
      return;
    case Unit::kNone:  // a number that names something
      return AppendInteger(value, out);
    case Unit::kCount:
    case Unit::kShare:
      return AppendScaled(value, "", kCounts, out);
  }
}

std::string FormatValue(Value value, Unit unit) {
  std::string text;
  AppendValue(value, unit, text);
  return text;
}

}  // namespace profiler
