#include "profiler/readers/sagemaker/line_shape.h"

#include <algorithm>
#include <cstddef>

#include "profiler/base/ascii.h"
#include "profiler/readers/sagemaker/system_line.h"

namespace profiler::sagemaker {
namespace {

constexpr int kLongest = 18;  // any number with so many digits fits 64 bits
constexpr int64_t kMaxExact = int64_t{1} << 53;
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                              1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
constexpr int64_t kNanoPowers[] = {1'000'000'000, 100'000'000, 10'000'000, 1'000'000, 100'000,
                                   10'000,        1'000,       100,        10,        1};
constexpr int64_t kMaxSeconds = 9'000'000'000;  // as nanoseconds they fit 64 bits

// A JSON number without an exponent: `digits`, the last `decimals` of them after the point.
struct PlainNumber {
  int64_t digits = 0;
  int decimals = 0;
  bool is_negative = false;
};

// Removes a number from the start of the text. Returns false if the text does not start with a
// number.
bool TakeNumber(std::string_view& text, PlainNumber& number) {
  const char* at = text.data();
  const char* const end = at + text.size();
  number.is_negative = at != end && *at == '-';
  if (number.is_negative) ++at;
  const char* const first = at;
  int64_t digits = 0;
  // The rest of a longer number does not match what follows numbers of this shape.
  const char* const last = at + std::min<ptrdiff_t>(end - at, kLongest);
  while (at < last && IsDigit(*at)) digits = digits * 10 + (*at++ - '0');
  if (at == first || (*first == '0' && at - first > 1)) return false;
  const char* point = at;
  if (at < last && *at == '.') {
    ++at;
    while (at < last && IsDigit(*at)) digits = digits * 10 + (*at++ - '0');
    if (at - point < 2) return false;
  } else {
    --point;
  }
  number.digits = digits;
  number.decimals = static_cast<int>(at - point - 1);
  text.remove_prefix(static_cast<size_t>(at - text.data()));
  return true;
}

bool ToValue(const PlainNumber& number, double& value) {
  if (number.digits > kMaxExact) return false;
  // Both numbers are exact, so the quotient is rounded as a parser rounds.
  value = static_cast<double>(number.digits) / kPowers[number.decimals];
  if (number.is_negative) value = -value;
  return true;
}

bool ToNanos(const PlainNumber& number, int64_t& nanos) {
  if (number.is_negative || number.decimals > kNanoDigits) return false;
  const int64_t power = kNanoPowers[number.decimals];
  if (number.digits > kMaxSeconds * (kNanoPowers[0] / power)) return false;
  nanos = number.digits * power;
  return true;
}

bool TakePart(std::string_view& text, const std::string& part) {
  if (!text.starts_with(part)) return false;
  text.remove_prefix(part.size());
  return true;
}

}  // namespace

LineShape::LineShape(std::string_view line, std::string_view value, std::string_view time)
    : is_value_first_(value.data() < time.data()) {
  const std::string_view first = is_value_first_ ? value : time;
  const std::string_view second = is_value_first_ ? time : value;
  const auto offset = [line](const char* at) { return static_cast<size_t>(at - line.data()); };
  const size_t end_of_first = offset(first.data() + first.size());
  before_ = line.substr(0, offset(first.data()));
  between_ = line.substr(end_of_first, offset(second.data()) - end_of_first);
  behind_ = line.substr(offset(second.data() + second.size()));
}

size_t LineShape::Match(std::string_view text, Sample& sample) const {
  const size_t size = text.size();
  PlainNumber first, second;
  if (before_.empty() || !TakePart(text, before_) || !TakeNumber(text, first) ||
      !TakePart(text, between_) || !TakeNumber(text, second) || !TakePart(text, behind_)) {
    return 0;
  }
  if (!text.empty() && text[0] != '\n') return 0;
  const PlainNumber& value = is_value_first_ ? first : second;
  const PlainNumber& time = is_value_first_ ? second : first;
  if (!ToValue(value, sample.value) || !ToNanos(time, sample.wall_ns)) return 0;
  return size - text.size() + (text.empty() ? 0 : 1);
}

}  // namespace profiler::sagemaker
