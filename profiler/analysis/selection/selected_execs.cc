#include "profiler/analysis/selection/selected_execs.h"

#include <algorithm>

namespace profiler {
namespace {

// Below this count a scan is faster than a binary search.
constexpr uint32_t kWorthASearch = 64;

}  // namespace

SelectedExecs::SelectedExecs(const Profile& profile, const SelectedSteps& steps)
    : profile_(profile), all_(steps.all) {
  const auto is_selected = [](char has) { return has != 0; };
  const auto first = std::find_if(steps.has.begin(), steps.has.end(), is_selected);
  const auto last = std::find_if(steps.has.rbegin(), steps.has.rend(), is_selected);
  first_ = static_cast<uint32_t>(first - steps.has.begin());
  end_ = static_cast<uint32_t>(steps.has.rend() - last);
}

std::pair<uint32_t, uint32_t> SelectedExecs::Of(OpId op) const {
  const auto [first, last] = profile_.ExecsOf(op);
  if (all_ || last - first < kWorthASearch) return {first, last};
  const uint32_t begin = Find(first, last, first_);
  return {begin, Find(begin, last, end_)};
}

uint32_t SelectedExecs::Find(uint32_t first, uint32_t last, uint32_t step) const {
  while (first < last) {
    const uint32_t middle = first + (last - first) / 2;
    if (profile_.execs().row[size_t{middle}].step.row() < step) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

}  // namespace profiler
