#include "profiler/analysis/collectives/collective_waits.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "profiler/analysis/collectives/waits/broadcasts.h"
#include "profiler/analysis/collectives/waits/clock_skew.h"
#include "profiler/analysis/collectives/waits/ends.h"
#include "profiler/analysis/collectives/waits/rank_numbers.h"
#include "profiler/analysis/collectives/waits/unlike_ranks.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Ends agree if they do in more than this share of collectives.
constexpr double kNearlyAll = 0.9;

using Matches = CollectiveMatches;

std::vector<Matches> MatchByRun(const Profile& profile, const std::vector<CollectiveEvent>& events,
                                CollectiveWaits& waits) {
  const Runs runs = RunsOf(profile);
  std::vector<Matches> matches(runs.names.size());
  std::map<std::tuple<SourceId, DeviceId, CollectiveKind, std::string_view, int64_t>, int64_t>
      counts;
  RankNumbers ranks(profile, waits.ranks);
  for (size_t i = 0; i < events.size(); ++i) {
    const CollectiveEvent& event = events[i];
    const uint32_t run = runs.of_source[event.source.row()];
    const size_t number = ranks.Of(event, run);
    RankWaits& rank = waits.ranks[number];
    rank.total += event.duration;
    rank.collectives += event.is_end ? 0 : 1;
    if (!event.Blocks() || !MayWaitForAll(event.kind) || event.is_call) continue;
    const int64_t step = event.step.valid() ? profile.steps[event.step].number : kUnknown;
    const int64_t n = counts[{event.source, event.device, event.kind, event.group, step}]++;
    const Int128 begin = profile.time_axis.At(event.source, event.begin);
    matches[run][{event.kind, event.group, step, n}].push_back(
        {number, i, begin, begin + event.duration});
  }
  return matches;
}

// How the ends of collectives compare on the ranks of a run, in picoseconds.
struct Ends {
  // The most by which a rank ends its collectives before or after the others, by the median.
  double offset = 0;
  double apart = 0;  // between the rank that ends first and the one that ends last, by the median
  double shortest = 0;  // the median of the shortest parts
  bool agree = false;   // of nearly all collectives
  double skew = 0;      // ClockSkew()
};

Ends CompareEnds(const std::vector<const CollectiveParts*>& compared) {
  std::vector<double> shortest;
  size_t agree = 0;
  for (const CollectiveParts* parts : compared) {
    shortest.push_back(static_cast<double>(ShortestOf(*parts)));
    agree += EndsAgree(*parts) ? 1 : 0;
  }
  Ends found;
  found.shortest = SummaryOf(std::move(shortest)).median;
  found.agree = static_cast<double>(agree) >= kNearlyAll * static_cast<double>(compared.size());
  double first = 0, last = 0;
  for (const auto& [rank, offset] : EndOffsets(compared)) {
    found.offset = std::max(found.offset, std::abs(offset));
    first = std::min(first, offset);
    last = std::max(last, offset);
  }
  found.apart = last - first;
  return found;
}

// The most by which a rank's ends differ from the nearest ones of the same kind and group on the
// first rank, by the median. Unlike Ends::offset it does not rest on matches, which are wrong if
// ranks lack different collectives.
double NearestEnds(const Matches& matches) {
  using EndsByRank = std::map<size_t, std::vector<Int128>>;
  std::map<std::pair<CollectiveKind, std::string_view>, EndsByRank> groups;
  for (const auto& [key, parts] : matches) {
    for (const RankPart& part : parts) {
      groups[{std::get<0>(key), std::get<1>(key)}][part.rank].push_back(part.end);
    }
  }
  std::map<size_t, std::vector<double>> distances;
  for (auto& [group, by_rank] : groups) {
    std::vector<Int128>& first = by_rank.begin()->second;
    std::sort(first.begin(), first.end());
    for (auto rank = std::next(by_rank.begin()); rank != by_rank.end(); ++rank) {
      for (const Int128 end : rank->second) {
        const auto at = std::lower_bound(first.begin(), first.end(), end);
        Int128 nearest = at == first.end() ? end - first.back() : *at - end;
        if (at != first.begin()) nearest = std::min(nearest, end - *std::prev(at));
        distances[rank->first].push_back(static_cast<double>(nearest));
      }
    }
  }
  double most = 0;
  for (auto& [rank, of_rank] : distances) {
    most = std::max(most, SummaryOf(std::move(of_rank)).median);
  }
  return most;
}

// The skew by the collectives of which all ranks of a group recorded as many, so that the n-th on
// one rank is the n-th on the others.
double SkewOfRun(const Profile& profile, const std::vector<const CollectiveParts*>& compared,
                 const std::vector<bool>& is_like, const CollectiveWaits& waits) {
  std::vector<const CollectiveParts*> like;
  for (size_t i = 0; i < compared.size(); ++i) {
    if (is_like[i]) like.push_back(compared[i]);
  }
  return ClockSkew(like, ClocksOf(profile, waits.ranks));
}

Arrivals ArrivalsOf(const Profile& profile, const std::vector<const CollectiveParts*>& compared,
                    const CollectiveWaits& waits, const Ends& ends) {
  std::set<SourceId> sources;
  for (const CollectiveParts* parts : compared) {
    for (const RankPart& part : *parts) sources.insert(waits.ranks[part.rank].source);
  }
  const bool have_clocks =
      sources.size() < 2 || std::all_of(sources.begin(), sources.end(), [&](SourceId source) {
        return RecordsWallClock(profile.sources[source]);
      });
  if (!have_clocks) return Arrivals::kWithoutClocks;
  if (ends.skew > 0) return Arrivals::kDisagreeing;
  if (ends.agree) return Arrivals::kByClocks;
  return kPartOfShortest * ends.offset <= ends.shortest ? Arrivals::kByClocksAlone
                                                        : Arrivals::kDisagreeing;
}

// Whether the ranks were hardly in it at the same time, by more than clocks may differ. In one
// collective they are for as long as the rank that came last, unless ranks leave at different times
// (gloo): if they recorded the same number of the group, those that meet at all are one collective.
bool HardlyMeet(const CollectiveParts& parts, double tolerance, bool is_like) {
  Int128 last_begin = parts[0].begin, first_end = parts[0].end;
  for (const RankPart& part : parts) {
    last_begin = std::max(last_begin, part.begin);
    first_end = std::min(first_end, part.end);
  }
  const auto together = static_cast<double>(first_end - last_begin);
  if (is_like) return together + tolerance <= 0;
  return kPartOfShortest * (together + tolerance) < static_cast<double>(ShortestOf(parts));
}

void Add(const CollectiveParts& parts, bool by_clocks, bool lacks_ranks, CollectiveWaits& waits) {
  // The arrival time of a rank. If clocks are not trusted, the common end minus the rank's
  // duration.
  const auto arrival = [&](const RankPart& part) {
    return by_clocks ? part.begin : part.begin - part.end;
  };
  const auto less = [&](const RankPart& a, const RankPart& b) { return arrival(a) < arrival(b); };
  const auto [first, last] = std::minmax_element(parts.begin(), parts.end(), less);
  RunWaits& run = waits.runs[waits.ranks[parts[0].rank].run];
  const auto collective = static_cast<uint32_t>(waits.compared());
  Int128 waited = 0;
  for (const RankPart& part : parts) {
    CollectivePart& known = waits.parts[part.event];
    known.collective = collective;
    known.lacks_ranks = lacks_ranks;
    known.wait = std::min(arrival(*last) - arrival(part), part.end - part.begin);
    known.late = arrival(part) - arrival(*first);
    RankWaits& rank = waits.ranks[part.rank];
    ++rank.compared;
    rank.wait += known.wait;
    rank.late += known.late;
    rank.latest = std::max(rank.latest, known.late);
    waited += known.wait;
  }
  ++run.compared;
  if (arrival(*first) == arrival(*last)) return;  // no rank was last
  waits.parts[last->event].is_last = true;
  waits.parts[last->event].waited_for = waited;
  ++waits.ranks[last->rank].last;
  waits.ranks[last->rank].waited_for += waited;
}

// They are waits from begin to end, in which no rank comes last.
void AddNeverJoined(std::vector<NeverJoined> never_joined, CollectiveWaits& waits) {
  for (NeverJoined& one : never_joined) {
    const auto collective = static_cast<uint32_t>(waits.compared());
    for (const RankPart& part : one.parts) {
      waits.parts[part.event].collective = collective;
      waits.parts[part.event].wait = part.end - part.begin;
      RankWaits& rank = waits.ranks[part.rank];
      ++rank.compared;
      rank.wait += part.end - part.begin;
    }
    ++waits.runs[one.run].compared;
    waits.never_joined.push_back(std::move(one));
  }
}

void CompareRun(const Profile& profile, const Matches& matches, uint32_t index,
                CollectiveWaits& waits) {
  RunWaits& run = waits.runs[index];
  std::set<std::pair<CollectiveKind, std::string_view>> unlike;
  for (const UnlikeRanks& one : waits.unlike) {
    if (one.run == index) unlike.insert({one.kind, one.group});
  }
  std::map<std::pair<CollectiveKind, std::string_view>, size_t> members;
  for (const auto& [key, parts] : matches) {
    size_t& most = members[{std::get<0>(key), std::get<1>(key)}];
    most = std::max(most, parts.size());
  }
  std::vector<const CollectiveParts*> compared;
  std::vector<bool> is_like;  // for each, whether all ranks recorded as many of its group
  std::vector<bool> lacks_ranks;
  for (const auto& [key, parts] : matches) {
    if (parts.size() < 2) continue;
    compared.push_back(&parts);
    is_like.push_back(unlike.count({std::get<0>(key), std::get<1>(key)}) == 0);
    lacks_ranks.push_back(parts.size() < members[{std::get<0>(key), std::get<1>(key)}]);
  }
  if (compared.empty()) return;
  Ends ends = CompareEnds(compared);
  if (!ends.agree) ends.offset = std::min(ends.offset, NearestEnds(matches));
  ends.skew = SkewOfRun(profile, compared, is_like, waits);
  run.arrivals = ArrivalsOf(profile, compared, waits, ends);
  run.end_offset = std::max(ends.apart, ends.skew);
  const bool by_clocks =
      run.arrivals == Arrivals::kByClocks || run.arrivals == Arrivals::kByClocksAlone;
  int64_t agree = 0;
  for (size_t i = 0; i < compared.size(); ++i) {
    const CollectiveParts& parts = *compared[i];
    if (by_clocks && HardlyMeet(parts, 2 * ends.offset, is_like[i])) {
      ++run.unmatched;
      continue;
    }
    Add(parts, by_clocks, lacks_ranks[i], waits);
    agree += EndsAgree(parts) ? 1 : 0;
  }
  const bool all_agree =
      static_cast<double>(agree) >= kNearlyAll * static_cast<double>(run.compared);
  if (by_clocks && all_agree) run.arrivals = Arrivals::kByClocks;
}

}  // namespace

int64_t CollectiveWaits::compared() const {
  return std::accumulate(runs.begin(), runs.end(), int64_t{0},
                         [](int64_t sum, const RunWaits& run) { return sum + run.compared; });
}

CollectiveWaits FindWaits(const Profile& profile, const std::vector<CollectiveEvent>& events) {
  CollectiveWaits waits;
  std::vector<Matches> by_run = MatchByRun(profile, events, waits);
  waits.runs.resize(by_run.size());
  waits.parts.resize(events.size());
  for (uint32_t run = 0; run < by_run.size(); ++run) {
    FindUnlike(run, by_run[run], waits.unlike);
    std::vector<NeverJoined> never_joined = TakeNeverJoined(profile, events, run, by_run[run]);
    RemoveBroadcastsApart(by_run[run]);
    ForgetBroadcastsApart(run, by_run[run], waits.unlike);
    CompareRun(profile, by_run[run], run, waits);
    AddNeverJoined(std::move(never_joined), waits);
  }
  return waits;
}

}  // namespace profiler
