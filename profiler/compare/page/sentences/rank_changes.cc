#include "profiler/compare/page/sentences/rank_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/base/text/listed.h"
#include "profiler/compare/page/sentences/row_texts.h"
#include "profiler/compare/page/sentences/summary.h"
#include "profiler/compare/stats/median.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// A rank, or where these are not numbered a host.
struct RankOrHost {
  int64_t rank = kUnknown;
  std::string_view host;  // empty of a rank

  bool is_known() const { return rank != kUnknown || !host.empty(); }
  bool operator==(const RankOrHost&) const = default;
  bool operator<(const RankOrHost& other) const {
    return std::tie(rank, host) < std::tie(other.rank, other.host);
  }
};

RankOrHost RankOrHostOf(const Profile& profile, StepId step) {
  const SourceId source = profile.steps[step].source;
  if (!source.valid()) return {};
  const SourceRow& row = profile.sources[source];
  if (row.rank != kUnknown) return {row.rank, {}};
  return {kUnknown, row.host.valid() ? profile.strings[row.host] : std::string_view()};
}

// The times of a rank outside of collectives, in which it may wait for others, step after step.
using OwnTimes = std::map<RankOrHost, std::vector<double>>;

OwnTimes OwnTimesOf(const Side& side) {
  const Profile& profile = side.profile();
  OwnTimes times;
  for (const StepTimings& run : side.timings) {
    const std::vector<double>& waits = run.Of(StepPart::kCollectives);
    for (size_t i = 0; i < run.totals.size(); ++i) {
      if (i >= run.ids.size()) continue;
      const RankOrHost rank = RankOrHostOf(profile, run.ids[i]);
      if (!rank.is_known()) continue;
      times[rank].push_back((run.totals[i] - waits[i]) / static_cast<double>(kPicosPerMicro));
    }
  }
  return times;
}

// Whether ranks of one run meet in collectives, so that they can wait for each other.
bool RanksMeet(const Side& side) {
  const Profile& profile = side.profile();
  const Runs runs = RunsOf(profile);
  std::map<uint32_t, std::set<RankOrHost>> ranks;  // by run
  bool meet = false;
  for (const StepTimings& run : side.timings) {
    const std::vector<double>& waits = run.Of(StepPart::kCollectives);
    meet = meet || std::any_of(waits.begin(), waits.end(), [](double wait) { return wait > 0; });
    for (const StepId id : run.ids) {
      const SourceId source = profile.steps[id].source;
      if (source.valid()) ranks[runs.of_source[source.row()]].insert(RankOrHostOf(profile, id));
    }
  }
  return meet && std::any_of(ranks.begin(), ranks.end(),
                             [](const auto& run) { return run.second.size() > 1; });
}

struct RankChange {
  RankOrHost rank;
  Change change;
};

std::vector<RankChange> ChangesOfRanks(const Side& base, const Side& next, double tolerance) {
  const OwnTimes before = OwnTimesOf(base), after = OwnTimesOf(next);
  std::vector<RankChange> ranks;
  for (const auto& [rank, times] : after) {
    const auto of_base = before.find(rank);
    if (of_base == before.end()) continue;
    const Comparison comparison(of_base->second, times, tolerance);
    ranks.push_back({rank, comparison.OfOneAmong(after.size(), of_base->second, times)});
  }
  return ranks;
}

// The host on which are the ranks that changed and no others of `all`; empty if there is none.
std::string HostOfChanged(const Side& side, const std::vector<RankChange>& changed, size_t all) {
  if (changed.size() < 2 || changed.size() == all || !changed.front().rank.host.empty()) return "";
  const Profile& profile = side.profile();
  std::set<std::string_view> hosts, of_others;
  for (const StepTimings& run : side.timings) {
    for (const StepId id : run.ids) {
      const SourceId source = profile.steps[id].source;
      if (!source.valid() || profile.sources[source].rank == kUnknown) continue;
      const SourceRow& row = profile.sources[source];
      const bool has_changed =
          std::any_of(changed.begin(), changed.end(),
                      [&](const RankChange& one) { return one.rank.rank == row.rank; });
      (has_changed ? hosts : of_others)
          .insert(row.host.valid() ? profile.strings[row.host] : std::string_view());
    }
  }
  const bool is_one = hosts.size() == 1 && !hosts.begin()->empty() &&
                      of_others.find(*hosts.begin()) == of_others.end();
  return is_one ? std::string(*hosts.begin()) : "";
}

// The times of a rank in a part of its steps.
std::vector<double> TimesInPart(const Side& side, const NamedPart& part, const RankOrHost& rank) {
  const Profile& profile = side.profile();
  std::vector<double> times;
  size_t place = 0;
  for (const StepTimings& run : side.timings) {
    for (size_t i = 0; i < run.totals.size(); ++i, ++place) {
      if (i >= run.ids.size()) continue;
      if (RankOrHostOf(profile, run.ids[i]) == rank) times.push_back(part.times[place]);
    }
  }
  return times;
}

// Text such as ", above all 16-bit compute on devices (+27.2 ms)": the part that makes most of the
// change of a rank's time outside of collectives. "" if none does.
std::string LargestPartText(const RankChange& of, const Side& base, const Side& next) {
  constexpr double kMost = 0.5;
  std::string_view name;
  double largest = 0;
  for (size_t i = 0; i < next.parts.size(); ++i) {
    const NamedPart& part = next.parts[i];
    if (part.name == Name(StepPart::kCollectives) || part.name == kCollectiveWaitPart) continue;
    const double delta = MedianOf(TimesInPart(next, part, of.rank)) -
                         MedianOf(TimesInPart(base, base.parts[i], of.rank));
    if (!(delta / of.change.delta > largest / of.change.delta)) continue;
    name = part.name;
    largest = delta;
  }
  if (largest / of.change.delta < kMost) return "";
  return fmt::format(", above all {} ({})", PartInWords(name), SignedTimeText(largest));
}

// Whether this is most of the change of the step.
bool Explains(double delta, const Change& step) {
  constexpr double kMost = 0.5;
  return delta / step.delta >= kMost;
}

std::string NameOfRank(const RankOrHost& of) {
  return of.host.empty() ? fmt::format("rank {}", of.rank) : std::string(of.host);
}

}  // namespace

RankChanges FindRankChanges(const Change& step, const Side& base, const Side& next,
                            double tolerance) {
  constexpr double kGoodPart = 0.2;  // of the step's change
  constexpr size_t kMostNamed = 3;
  if (!step.is_slower_or_faster()) return {};
  if (!RanksMeet(base) || !RanksMeet(next)) return {};
  std::vector<RankChange> ranks = ChangesOfRanks(base, next, tolerance);
  const size_t all = ranks.size();
  std::erase_if(ranks, [&](const RankChange& one) {
    return one.change.verdict != step.verdict || one.change.delta / step.delta < kGoodPart;
  });
  const std::string_view more = step.verdict == Verdict::kSlower ? "longer" : "less";
  if (const std::string host = HostOfChanged(next, ranks, all); !host.empty()) {
    double sum = 0;
    for (const RankChange& one : ranks) sum += one.change.delta;
    const double mean = sum / static_cast<double>(ranks.size());
    return {
        fmt::format("Of {} ranks only the {} of {} take {}, {} per step on average outside of "
                    "collectives, in which the others wait for them: diff with -host {} says what "
                    "changed there",
                    all, ranks.size(), host, more, ScaledText(std::abs(mean), Unit::kMicros), host),
        Explains(mean, step)};
  }
  if (ranks.empty() || ranks.size() * 2 >= all) return {};
  std::stable_sort(ranks.begin(), ranks.end(), [](const RankChange& a, const RankChange& b) {
    return std::abs(a.change.delta) > std::abs(b.change.delta);
  });
  std::vector<std::string> texts;
  texts.reserve(ranks.size());
  for (const RankChange& one : ranks) {
    texts.push_back(fmt::format("{} ({})", NameOfRank(one.rank),
                                ScaledText(std::abs(one.change.delta), Unit::kMicros)));
  }
  const RankOrHost& first = ranks.front().rank;
  return {fmt::format("Of {} {} only {} take{} {} per step outside of collectives, in which the "
                      "others wait for {}: diff with {} says what changed there{}",
                      all, first.host.empty() ? "ranks" : "hosts", Listed(texts, kMostNamed),
                      ranks.size() == 1 ? "s" : "", more, ranks.size() == 1 ? "it" : "them",
                      first.host.empty() ? fmt::format("-rank {}", first.rank)
                                         : fmt::format("-host {}", first.host),
                      LargestPartText(ranks.front(), base, next)),
          Explains(ranks.front().change.delta, step)};
}

bool IsExchangeAsBefore(const Change& step, const Side& base, const Side& next) {
  constexpr double kLittle = 0.2;
  const auto exchange = [](const Side& side) {
    return MedianOf(side.parts[static_cast<size_t>(StepPart::kCollectives)].times);
  };
  return std::abs(exchange(next) - exchange(base)) < kLittle * std::abs(step.delta);
}

}  // namespace profiler
