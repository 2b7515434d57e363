#include "profiler/analysis/collectives/waits/unlike_ranks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace profiler {

void FindUnlike(uint32_t run, const CollectiveMatches& matches, std::vector<UnlikeRanks>& unlike) {
  std::map<std::pair<CollectiveKind, std::string_view>, std::map<size_t, int64_t>> counts;
  for (const auto& [key, parts] : matches) {
    for (const RankPart& part : parts) ++counts[{std::get<0>(key), std::get<1>(key)}][part.rank];
  }
  for (const auto& [key, by_rank] : counts) {
    const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto [least, most] = std::minmax_element(by_rank.begin(), by_rank.end(), less);
    if (least->second == most->second) continue;
    unlike.push_back({run, key.first, key.second, least->second, most->second});
  }
}

void ForgetBroadcastsApart(uint32_t run, const CollectiveMatches& matches,
                           std::vector<UnlikeRanks>& unlike) {
  std::set<std::pair<CollectiveKind, std::string_view>> left;
  for (const auto& [key, parts] : matches) {
    if (parts.size() > 1) left.insert({std::get<0>(key), std::get<1>(key)});
  }
  std::erase_if(unlike, [&](const UnlikeRanks& one) {
    return one.run == run && !WaitsForAll(one.kind) && left.count({one.kind, one.group}) == 0;
  });
}

}  // namespace profiler
