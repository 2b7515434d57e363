#include "profiler/query/selection/step_selection.h"

#include <fmt/format.h>

#include <charconv>

#include "profiler/base/status.h"

namespace profiler {
namespace {

absl::Status NoNumber(std::string_view text) {
  return absl::InvalidArgumentError(fmt::format(
      "'{}' is no step: give a number, a range as 2..5, several as 1,3,5, or last", text));
}

absl::StatusOr<int64_t> ParseNumber(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    return absl::InvalidArgumentError(fmt::format("{} does not fit", text));
  }
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    return NoNumber(text);
  }
  return number;
}

absl::StatusOr<StepSelection::Range> ParseRange(std::string_view text) {
  StepSelection::Range range;
  const size_t dots = text.find("..");
  PROFILER_ASSIGN_OR_RETURN(range.first, ParseNumber(text.substr(0, dots)));
  range.last = range.first;
  if (dots != text.npos) {
    PROFILER_ASSIGN_OR_RETURN(range.last, ParseNumber(text.substr(dots + 2)));
  }
  if (range.first < 0) return NoNumber(text);
  if (range.last < range.first) {
    return absl::InvalidArgumentError(
        fmt::format("{} ends before it begins: {}..{}", text, range.last, range.first));
  }
  return range;
}

}  // namespace

absl::StatusOr<StepSelection> StepSelection::Parse(std::string_view text) {
  std::string given(text);
  if (text == "last") return StepSelection({}, std::move(given));
  if (const auto number = ParseNumber(text); number.ok() && *number < 0) {
    return StepSelection({}, std::move(given));
  }
  std::vector<Range> ranges;
  while (true) {
    const size_t comma = text.find(',');
    PROFILER_ASSIGN_OR_RETURN(const Range range, ParseRange(text.substr(0, comma)));
    ranges.push_back(range);
    if (comma == text.npos) return StepSelection(std::move(ranges), std::move(given));
    text.remove_prefix(comma + 1);
  }
}

}  // namespace profiler
