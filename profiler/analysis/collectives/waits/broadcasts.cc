#include "profiler/analysis/collectives/waits/broadcasts.h"

#include <map>
#include <tuple>
#include <vector>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/waits/ends.h"

namespace profiler {

void RemoveBroadcastsApart(CollectiveMatches& matches) {
  // Ranks leave the other collectives together, so their ends show how clocks differ.
  std::vector<const CollectiveParts*> together;
  for (const auto& [key, parts] : matches) {
    if (parts.size() >= 2 && WaitsForAll(std::get<0>(key))) together.push_back(&parts);
  }
  const std::map<size_t, double> offsets = EndOffsets(together);
  const auto is_apart = [&](const auto& match) {
    if (WaitsForAll(std::get<0>(match.first)) || match.second.empty()) return false;
    CollectiveParts parts = match.second;
    for (RankPart& part : parts) {
      const auto offset = offsets.find(part.rank);
      if (offset == offsets.end()) continue;
      const auto ahead = static_cast<Int128>(offset->second);
      part.begin -= ahead;
      part.end -= ahead;
    }
    return !EndsAgree(parts);
  };
  std::erase_if(matches, is_apart);
}

}  // namespace profiler
