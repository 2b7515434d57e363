#include "profiler/analysis/steps/step_waits.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "profiler/analysis/steps/process_timings.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

// One file for all of a rank's files: the first one that was asked about.
class OneOfRank {
 public:
  explicit OneOfRank(const Profile& profile) : profile_(profile) {}

  SourceId Of(SourceId source) {
    const int64_t rank = profile_.sources[source].rank;
    return rank == kUnknown ? source : first_.try_emplace(rank, source).first->second;
  }

 private:
  const Profile& profile_;
  std::map<int64_t, SourceId> first_;
};

std::set<StepId> IdsOf(const std::vector<const StepTime*>& steps) {
  std::set<StepId> ids;
  for (const StepTime* step : steps) ids.insert(step->steps.begin(), step->steps.end());
  return ids;
}

// The mean, over those of the steps that other sources recorded, of their waits in collectives.
Value MeanWait(const Profile& profile, const ComparedCollectives& collectives,
               const std::set<StepId>& steps, const WaitForRank& last) {
  const auto is_last = [&](SourceId source) {
    return last.host.valid() ? profile.sources[source].host == last.host
                             : AreOfOneRank(profile, source, last.source);
  };
  Int128 wait = 0;
  for (size_t i = 0; i < collectives.events.size(); ++i) {
    const CollectiveEvent& event = collectives.events[i];
    if (is_last(event.source) || steps.count(event.step) == 0) continue;
    wait += collectives.waits.parts[i].wait;
  }
  const auto count = std::count_if(steps.begin(), steps.end(),
                                   [&](StepId id) { return !is_last(profile.steps[id].source); });
  return count == 0 ? 0 : static_cast<Value>(wait / static_cast<int64_t>(count));
}

// The rank that causes more than half of the waits, or else the host; nullopt if there is neither.
std::optional<WaitForRank> CauseOfMost(const Profile& profile,
                                       const std::map<SourceId, Int128>& waited_for) {
  Int128 all = 0;
  std::map<StringId, Int128> of_host;
  std::map<StringId, SourceId> most_of_host;
  for (const auto& [source, time] : waited_for) {
    all += time;
    const StringId host = profile.sources[source].host;
    of_host[host] += time;
    const auto [most, is_first] = most_of_host.try_emplace(host, source);
    if (!is_first && time > waited_for.at(most->second)) most->second = source;
  }
  for (const auto& [source, time] : waited_for) {
    if (2 * time > all) return WaitForRank{.source = source, .host = {}};
  }
  for (const auto& [host, time] : of_host) {
    if (host.valid() && of_host.size() > 1 && 2 * time > all) {
      return WaitForRank{.source = most_of_host[host], .host = host};
    }
  }
  return std::nullopt;
}

// By rank, the mean length of its steps.
std::map<SourceId, double> MeanLengths(const Profile& profile,
                                       const std::vector<const StepTime*>& steps,
                                       OneOfRank& ranks) {
  std::map<SourceId, std::pair<double, int64_t>> sums;
  for (const StepTime* step : steps) {
    for (const StepId id : step->steps) {
      const StepRow& row = profile.steps[id];
      if (row.begin == kUnknown || row.end == kUnknown) continue;
      auto& [sum, count] = sums[ranks.Of(row.source)];
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

std::optional<SlowSource> OnlySlowSource(const Profile& profile, const ComparedSteps& steps,
                                         Value excess) {
  constexpr double kSlower = 1.5;
  OneOfRank ranks(profile);
  const std::map<SourceId, double> means = MeanLengths(profile, steps.slow, ranks);
  const std::map<SourceId, double> others = MeanLengths(profile, steps.others, ranks);
  std::optional<SourceId> slow;
  size_t slower = 0;  // of the others
  if (means.size() < 2) return std::nullopt;
  for (const auto& [source, mean] : means) {
    const auto other = others.find(source);
    const bool is_slow =
        other == others.end() || 2 * (mean - other->second) > static_cast<double>(excess);
    if (!is_slow) {
      if (mean > kSlower * other->second) ++slower;
      continue;
    }
    if (slow) return std::nullopt;
    slow = source;
  }
  if (!slow) return std::nullopt;
  return SlowSource{*slow, 2 * slower >= means.size() - 1};
}

std::optional<WaitForRank> MostWaitedFor(const Profile& profile,
                                         const ComparedCollectives& collectives,
                                         const ComparedSteps& steps) {
  const std::set<StepId> slow = IdsOf(steps.slow);
  std::map<SourceId, Int128> waited_for;
  OneOfRank ranks(profile);
  for (size_t i = 0; i < collectives.events.size(); ++i) {
    const CollectiveEvent& event = collectives.events[i];
    if (slow.count(event.step) == 0) continue;
    waited_for[ranks.Of(event.source)] += collectives.waits.parts[i].waited_for;
  }
  std::optional<WaitForRank> most = CauseOfMost(profile, waited_for);
  if (most) {
    most->in_slow = MeanWait(profile, collectives, slow, *most);
    most->in_others = MeanWait(profile, collectives, IdsOf(steps.others), *most);
  }
  return most;
}

}  // namespace profiler
