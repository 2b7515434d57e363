#include "profiler/analysis/collectives/collective_waits.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "profiler/analysis/selection/runs.h"

namespace profiler {
namespace {

// Clocks are trusted if they agree in more than this share of collectives.
constexpr double kTrusted = 0.9;
constexpr int64_t kMostRanks = 1 << 20;  // a larger world size means a damaged file

// Kind, group, step, number in the step, and run.
using CollectiveKey = std::tuple<CollectiveKind, std::string_view, int64_t, int64_t, uint32_t>;

// A rank's part in one collective, on the shared time axis.
struct RankPart {
  size_t rank;
  Int128 begin, end;
};
using Matches = std::map<CollectiveKey, std::vector<RankPart>>;

Matches Match(const Profile& profile, const std::vector<CollectiveEvent>& events,
              CollectiveWaits& waits) {
  Matches matches;
  const Runs runs = RunsOf(profile);
  std::map<std::tuple<size_t, CollectiveKind, std::string_view, int64_t>, int64_t> counts;
  for (const CollectiveEvent& event : events) {
    const bool is_new = waits.ranks.empty() || !(waits.ranks.back().source == event.source) ||
                        !(waits.ranks.back().device == event.device);
    if (is_new) waits.ranks.push_back({event.source, event.device});
    RankWaits& rank = waits.ranks.back();
    rank.total += event.duration;
    if (event.is_end) continue;
    ++rank.collectives;
    if (!WaitsForAll(event.kind)) continue;
    const size_t number = waits.ranks.size() - 1;
    const int64_t step = event.step.valid() ? profile.steps[event.step].number : kUnknown;
    const int64_t n = counts[{number, event.kind, event.group, step}]++;
    const Int128 begin = profile.time_axis.At(event.source, event.begin);
    matches[{event.kind, event.group, step, n, runs.of_source[event.source.row()]}].push_back(
        {number, begin, begin + event.duration});
  }
  return matches;
}

// Groups of the same name whose ranks recorded different numbers of collectives.
std::vector<UnlikeRanks> FindUnlike(const Matches& matches) {
  std::map<std::tuple<CollectiveKind, std::string_view, uint32_t>, std::map<size_t, int64_t>>
      counts;
  for (const auto& [key, parts] : matches) {
    const std::tuple group = {std::get<0>(key), std::get<1>(key), std::get<4>(key)};
    for (const RankPart& part : parts) ++counts[group][part.rank];
  }
  std::vector<UnlikeRanks> unlike;
  for (const auto& [key, by_rank] : counts) {
    const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto [least, most] = std::minmax_element(by_rank.begin(), by_rank.end(), less);
    if (least->second == most->second) continue;
    unlike.push_back({std::get<0>(key), std::get<1>(key), least->second, most->second});
  }
  return unlike;
}

// Whether all ranks end at nearly the same time, relative to the collective's duration.
bool EndsAgree(const std::vector<RankPart>& parts) {
  Int128 first_end = parts[0].end, last_end = first_end, shortest = first_end - parts[0].begin;
  for (const RankPart& part : parts) {
    first_end = std::min(first_end, part.end);
    last_end = std::max(last_end, part.end);
    shortest = std::min(shortest, part.end - part.begin);
  }
  return 4 * (last_end - first_end) <= shortest;
}

// Whether clocks agree. If ranks seem to end at different times, their clocks differ.
bool ClocksAgree(const Profile& profile, const Matches& matches, const CollectiveWaits& waits) {
  std::set<SourceId> sources;
  for (const RankWaits& rank : waits.ranks) sources.insert(rank.source);
  if (sources.size() > 1 && profile.time_axis.without_wall_clock > 0) return false;
  int64_t all = 0, agree = 0;
  for (const auto& [key, parts] : matches) {
    if (parts.size() < 2) continue;
    ++all;
    agree += EndsAgree(parts) ? 1 : 0;
  }
  return all > 0 && static_cast<double>(agree) >= kTrusted * static_cast<double>(all);
}

void Add(const std::vector<RankPart>& parts, CollectiveWaits& waits) {
  // The arrival time of a rank. If clocks are not trusted, the common end minus the rank's
  // duration.
  const auto arrival = [&](const RankPart& part) {
    return waits.by_clock ? part.begin : part.begin - part.end;
  };
  const auto less = [&](const RankPart& a, const RankPart& b) { return arrival(a) < arrival(b); };
  const auto [first, last] = std::minmax_element(parts.begin(), parts.end(), less);
  for (const RankPart& part : parts) {
    RankWaits& rank = waits.ranks[part.rank];
    ++rank.compared;
    const Int128 wait = arrival(*last) - arrival(part), late = arrival(part) - arrival(*first);
    rank.wait += std::min(wait, part.end - part.begin);
    rank.late += late;
    rank.latest = std::max(rank.latest, late);
  }
  // If all ranks arrive at the same time, no rank counts as last.
  if (arrival(*first) < arrival(*last)) ++waits.ranks[last->rank].last;
  ++waits.compared;
}

}  // namespace

CollectiveWaits FindWaits(const Profile& profile, const std::vector<CollectiveEvent>& events) {
  CollectiveWaits waits;
  const Matches matches = Match(profile, events, waits);
  waits.by_clock = ClocksAgree(profile, matches, waits);
  waits.unlike = FindUnlike(matches);
  for (const auto& [key, parts] : matches) {
    if (parts.size() > 1) Add(parts, waits);
  }
  return waits;
}

MissingRanks FindMissingRanks(const Profile& profile) {
  MissingRanks missing;
  std::set<int64_t> ranks;
  bool all_known = true;
  for (const SourceRow& source : profile.sources.values()) {
    missing.world_size = std::max(missing.world_size, source.world_size);
    if (source.rank == kUnknown) {
      all_known = false;
    } else {
      ranks.insert(source.rank);
    }
  }
  missing.recorded = static_cast<int64_t>(ranks.size());
  if (!all_known || missing.world_size > kMostRanks) return missing;
  for (int64_t rank = 0; rank < missing.world_size; ++rank) {
    if (ranks.count(rank) == 0) missing.missing.push_back(rank);
  }
  return missing;
}

}  // namespace profiler
