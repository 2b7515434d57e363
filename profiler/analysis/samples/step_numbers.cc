#include "profiler/analysis/samples/step_numbers.h"

#include <algorithm>

namespace profiler {

StepNumbers::StepNumbers(const Profile& profile, const std::vector<StepTimings>& timings)
    : of_step_(profile.steps.size(), kNone) {
  for (const StepTimings& run : timings) {
    for (const StepId id : run.ids) of_step_[id.row()] = static_cast<uint32_t>(size_++);
  }
  for (uint32_t step = 0; step < of_step_.size(); ++step) {
    const StepRow& row = profile.steps[StepId(step)];
    if (!row.counts_as.valid() || of_step_[step] != kNone) continue;
    const SourceId first = profile.steps[row.counts_as].source;
    const bool same_host = profile.sources[row.source].host == profile.sources[first].host;
    if (same_host) of_step_[step] = of_step_[row.counts_as.row()];
  }
}

Lanes::Lanes(const Profile& profile)
    : devices_(profile.devices.size()), seen_(profile.sources.size()) {}

double Lanes::Count() const {
  size_t most = 1;
  for (const std::vector<char>& seen : seen_) {
    most = std::max(most, static_cast<size_t>(std::count(seen.begin(), seen.end(), 1)));
  }
  return static_cast<double>(most);
}

}  // namespace profiler
