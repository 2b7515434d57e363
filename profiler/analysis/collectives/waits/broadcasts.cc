#include "profiler/analysis/collectives/waits/broadcasts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {
namespace {

// By how much each rank's clock is ahead of the others', as the ends of collectives show that all
// ranks leave together.
std::map<size_t, Int128> ClockOffsets(const CollectiveMatches& matches) {
  std::map<size_t, std::vector<double>> offsets;
  for (const auto& [key, parts] : matches) {
    if (parts.size() < 2 || !WaitsForAll(std::get<0>(key))) continue;
    const Int128 base = parts.front().end;
    std::vector<double> ends;
    ends.reserve(parts.size());
    for (const RankPart& part : parts) ends.push_back(static_cast<double>(part.end - base));
    const double middle = SummaryOf(ends).median;
    for (size_t i = 0; i < ends.size(); ++i) offsets[parts[i].rank].push_back(ends[i] - middle);
  }
  std::map<size_t, Int128> medians;
  for (auto& [rank, of_rank] : offsets) {
    medians[rank] = static_cast<Int128>(SummaryOf(std::move(of_rank)).median);
  }
  return medians;
}

}  // namespace

bool EndsAgree(const CollectiveParts& parts) {
  const auto by_end = [](const RankPart& a, const RankPart& b) { return a.end < b.end; };
  const auto [first, last] = std::minmax_element(parts.begin(), parts.end(), by_end);
  return kPartOfShortest * (last->end - first->end) <= ShortestOf(parts);
}

void RemoveBroadcastsApart(CollectiveMatches& matches) {
  const std::map<size_t, Int128> offsets = ClockOffsets(matches);
  const auto is_apart = [&](const auto& match) {
    if (WaitsForAll(std::get<0>(match.first)) || match.second.empty()) return false;
    CollectiveParts parts = match.second;
    for (RankPart& part : parts) {
      const auto offset = offsets.find(part.rank);
      if (offset == offsets.end()) continue;
      part.begin -= offset->second;
      part.end -= offset->second;
    }
    return !EndsAgree(parts);
  };
  std::erase_if(matches, is_apart);
}

}  // namespace profiler
