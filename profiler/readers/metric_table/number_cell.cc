#include "profiler/readers/metric_table/number_cell.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "profiler/base/ascii.h"
#include "profiler/readers/metric_table/fields.h"

namespace profiler::metric_table {
namespace {

constexpr size_t kLongestNumber = 64;

// What nvidia-smi writes in brackets where a GPU has no such value. Other texts in brackets, such
// as "[GPU is lost]" and "[Unknown Error]", say that a value could not be read.
bool SaysNoValue(std::string_view in_brackets) {
  constexpr size_t kLongest = 64;
  const std::string lower = Lower(Trim(in_brackets.substr(0, kLongest)));
  return lower.empty() || lower == "n/a" || lower == "unknown" || lower == "none" ||
         lower == "insufficient permissions" || lower.starts_with("not ") ||
         lower.starts_with("requested functionality");
}

bool IsUnknown(std::string_view cell) {
  if (cell.empty() || cell == "-") return true;
  if (cell.front() == '[') return SaysNoValue(cell.substr(1, cell.find(']') - 1));
  if (cell.size() > 4) return false;
  const std::string lower = Lower(cell);
  return lower == "n/a" || lower == "null" || lower == "none";
}

// The value of a state: 1 or 0. nvidia-smi writes some of its columns so.
std::optional<double> ValueOfState(std::string_view cell) {
  constexpr size_t kLongest = 10;
  if (cell.size() > kLongest) return std::nullopt;
  const std::string lower = Lower(cell);
  if (lower == "active" || lower == "enabled" || lower == "yes") return 1;
  if (lower == "not active" || lower == "disabled" || lower == "no") return 0;
  return std::nullopt;
}

bool IsUnit(std::string_view text) {
  constexpr size_t kLongest = 6;
  return text.size() <= kLongest && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '%' || c == '/';
         });
}

}  // namespace

NumberCell ReadNumber(std::string_view cell) {
  NumberCell number;
  cell = Trim(cell);
  if (IsUnknown(cell)) {
    number.what = NumberCell::What::kUnknown;
    return number;
  }
  if (const std::optional<double> state = ValueOfState(cell)) {
    number.what = NumberCell::What::kNumber;
    number.value = *state;
    return number;
  }
  if (cell.front() == '+') cell.remove_prefix(1);
  std::string with_point;  // some locales write a comma
  const size_t comma = cell.substr(0, kLongestNumber).find(',');
  std::string_view digits = cell;
  if (comma != cell.npos) {
    with_point = cell;
    with_point[comma] = '.';
    digits = with_point;
  }
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
  const auto length = static_cast<size_t>(end - digits.data());
  const std::string_view unit = Trim(cell.substr(length));
  if (error == std::errc::invalid_argument) return number;
  if (error != std::errc() || !std::isfinite(number.value)) {
    if (unit.empty()) number.what = NumberCell::What::kNoFinite;
    return number;
  }
  if (!IsUnit(unit)) return number;
  number.what = NumberCell::What::kNumber;
  number.unit = unit;
  return number;
}

}  // namespace profiler::metric_table
