#include "profiler/analysis/steps/step_waits.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler {
namespace {

std::set<StepId> IdsOf(const std::vector<const StepTime*>& steps) {
  std::set<StepId> ids;
  for (const StepTime* step : steps) ids.insert(step->steps.begin(), step->steps.end());
  return ids;
}

// The mean, over those of the steps that other sources recorded, of their waits in collectives.
Value MeanWait(const Profile& profile, const ComparedCollectives& collectives,
               const std::set<StepId>& steps, SourceId last) {
  Int128 wait = 0;
  for (size_t i = 0; i < collectives.events.size(); ++i) {
    const CollectiveEvent& event = collectives.events[i];
    if (event.source == last || steps.count(event.step) == 0) continue;
    wait += collectives.waits.parts[i].wait;
  }
  const auto count = std::count_if(steps.begin(), steps.end(),
                                   [&](StepId id) { return !(profile.steps[id].source == last); });
  return count == 0 ? 0 : static_cast<Value>(wait / static_cast<int64_t>(count));
}

// By source, the mean length of its steps.
std::map<SourceId, double> MeanLengths(const Profile& profile,
                                       const std::vector<const StepTime*>& steps) {
  std::map<SourceId, std::pair<double, int64_t>> sums;
  for (const StepTime* step : steps) {
    for (const StepId id : step->steps) {
      const StepRow& row = profile.steps[id];
      if (row.begin == kUnknown || row.end == kUnknown) continue;
      auto& [sum, count] = sums[row.source];
      sum += static_cast<double>(row.end) - static_cast<double>(row.begin);
      ++count;
    }
  }
  std::map<SourceId, double> means;
  for (const auto& [source, sum] : sums) {
    means[source] = sum.first / static_cast<double>(sum.second);
  }
  return means;
}

}  // namespace

std::optional<SourceId> OnlySlowSource(const Profile& profile, const ComparedSteps& steps,
                                       Value excess) {
  const std::map<SourceId, double> others = MeanLengths(profile, steps.others);
  std::optional<SourceId> slow;
  const std::map<SourceId, double> means = MeanLengths(profile, steps.slow);
  if (means.size() < 2) return std::nullopt;
  for (const auto& [source, mean] : means) {
    const auto other = others.find(source);
    const bool is_slow =
        other == others.end() || 2 * (mean - other->second) > static_cast<double>(excess);
    if (!is_slow) continue;
    if (slow) return std::nullopt;
    slow = source;
  }
  return slow;
}

std::optional<WaitForRank> MostWaitedFor(const Profile& profile,
                                         const ComparedCollectives& collectives,
                                         const ComparedSteps& steps) {
  const std::set<StepId> slow = IdsOf(steps.slow);
  std::map<SourceId, Int128> waited_for;
  Int128 all = 0;
  for (size_t i = 0; i < collectives.events.size(); ++i) {
    const CollectiveEvent& event = collectives.events[i];
    if (slow.count(event.step) == 0) continue;
    waited_for[event.source] += collectives.waits.parts[i].waited_for;
    all += collectives.waits.parts[i].waited_for;
  }
  for (const auto& [source, time] : waited_for) {
    if (2 * time <= all) continue;
    return WaitForRank{source, MeanWait(profile, collectives, slow, source),
                       MeanWait(profile, collectives, IdsOf(steps.others), source)};
  }
  return std::nullopt;
}

}  // namespace profiler
