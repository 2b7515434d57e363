#include "profiler/analysis/selection/selected_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "profiler/base/status.h"

namespace profiler {
namespace {

absl::Status NotRecorded(const StepSelection& selection, const std::set<int64_t>& numbers) {
  if (numbers.empty()) {
    return absl::NotFoundError(fmt::format("-step {}: no steps were recorded", selection.text()));
  }
  constexpr size_t kMostListed = 50;
  auto end = numbers.begin();
  std::advance(end, std::min(numbers.size(), kMostListed));
  return absl::NotFoundError(fmt::format("-step {} was not recorded; the steps are {}{}",
                                         selection.text(), fmt::join(numbers.begin(), end, " "),
                                         end == numbers.end() ? "" : " ..."));
}

// The recorded step numbers that are selected. Each part of the selection must match a recorded
// number.
absl::StatusOr<std::set<int64_t>> PickNumbers(const StepSelection& selection,
                                              const std::set<int64_t>& numbers) {
  std::set<int64_t> picked;
  if (selection.last() && !numbers.empty()) picked.insert(*numbers.rbegin());
  for (const StepSelection::Range& range : selection.ranges()) {
    const auto first = numbers.lower_bound(range.first), last = numbers.upper_bound(range.last);
    if (first == last) return NotRecorded(selection, numbers);
    picked.insert(first, last);
  }
  if (picked.empty()) return NotRecorded(selection, numbers);
  return picked;
}

}  // namespace

absl::StatusOr<SelectedSteps> SelectSteps(const Profile& profile, const StepSelection& selection) {
  SelectedSteps selected;
  selected.has.assign(profile.steps.size(), 1);
  if (selection.all()) return selected;
  selected.all = false;
  std::set<int64_t> numbers;
  for (const StepRow& step : profile.steps.values()) numbers.insert(step.number);
  PROFILER_ASSIGN_OR_RETURN(const std::set<int64_t> picked, PickNumbers(selection, numbers));
  selected.one_number = picked.size() == 1;
  for (uint32_t i = 0; i < selected.has.size(); ++i) {
    selected.has[i] = picked.count(profile.steps[StepId(i)].number) > 0;
  }
  return selected;
}

}  // namespace profiler
