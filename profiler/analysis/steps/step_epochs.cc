#include "profiler/analysis/steps/step_epochs.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace profiler {

std::vector<uint32_t> EpochsOf(const Profile& profile, const std::vector<StepId>& steps) {
  std::vector<uint32_t> none(steps.size());
  std::vector<uint32_t> epochs = none;
  std::map<SourceId, std::vector<size_t>> of_source;
  for (size_t i = 0; i < steps.size(); ++i) {
    const StepRow& row = profile.steps[steps[i]];
    const bool is_known = row.number != kUnknown && row.begin != kUnknown && row.end != kUnknown;
    if (!is_known) return none;
    of_source[row.source].push_back(i);
  }
  std::vector<uint32_t> last;  // by source
  for (auto& [source, in_order] : of_source) {
    const auto row = [&](size_t i) -> const StepRow& { return profile.steps[steps[i]]; };
    std::stable_sort(in_order.begin(), in_order.end(),
                     [&](size_t a, size_t b) { return row(a).begin < row(b).begin; });
    for (size_t at = 1; at < in_order.size(); ++at) {
      const StepRow &before = row(in_order[at - 1]), &now = row(in_order[at]);
      if (now.begin < before.end) return none;  // several processes or threads take steps
      epochs[in_order[at]] = epochs[in_order[at - 1]] + (now.number < before.number ? 1 : 0);
    }
    last.push_back(epochs[in_order.back()]);
  }
  const bool are_alike =
      std::all_of(last.begin(), last.end(), [&](uint32_t one) { return one == last.front(); });
  return are_alike ? epochs : none;
}

}  // namespace profiler
