#include "profiler/advise/rules/job/never_joined.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/job/job_collectives.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// Whether the rank of the part recorded nothing that began after it.
bool IsLastOf(const Profile& profile, const CollectiveEvent& part) {
  for (const Track track : Tracks(profile)) {
    const Events& events = track.events;
    const bool goes_on = track.row.source == part.source && events.size() > 0 &&
                         events.begin[events.size() - 1] >= part.end();
    if (goes_on) return false;
  }
  return true;
}

// A rank that is in the collective, or absent from it.
struct RankOfCollective {
  std::string name;
  Value wait = kAbsent;
  int64_t collectives = 0;
};

Report EvidenceOfParts(const Profile& profile, const CollectiveWaits& waits,
                       const NeverJoined& one) {
  std::vector<RankOfCollective> rows;
  for (const size_t rank : one.absent) {
    rows.push_back(
        {NameOfRank(profile, waits, waits.ranks[rank]), kAbsent, waits.ranks[rank].collectives});
  }
  for (const RankPart& part : one.parts) {
    const RankWaits& rank = waits.ranks[part.rank];
    rows.push_back({NameOfRank(profile, waits, rank), part.end - part.begin, rank.collectives});
  }
  using C = ColumnOf<RankOfCollective>;
  return EvidenceOf<RankOfCollective>(
      {
          C::Number("collectives", Unit::kCount, "", "That it recorded.",
                    &RankOfCollective::collectives),
          C::Number("wait_us", Unit::kMicros, "", "In the one that some never joined.",
                    &RankOfCollective::wait),
      },
      rows, &RankOfCollective::name, "other ranks");
}

Finding NeverJoinedFinding(const Profile& profile, const ComparedCollectives& collectives,
                           const NeverJoined& one) {
  const CollectiveWaits& waits = collectives.waits;
  std::vector<std::string> absent;
  for (const size_t rank : one.absent) {
    absent.push_back(NameOfRank(profile, waits, waits.ranks[rank]));
  }
  const RankPart& longest = *std::max_element(
      one.parts.begin(), one.parts.end(),
      [](const auto& a, const auto& b) { return a.end - a.begin < b.end - b.begin; });
  const bool is_last = IsLastOf(profile, collectives.events[longest.event]);
  const size_t waiting = one.parts.size();
  Finding finding = Warning(
      "never_joined", absent.front(),
      fmt::format("{} never {} {} #{}{}: {} {} in it for {}{}. Look at the log of {}: its process "
                  "may have ended, failed or left the loop early",
                  Listed(absent, 3), absent.size() == 1 ? "joins" : "join", Name(one.kind),
                  one.number, one.step == kUnknown ? "" : fmt::format(" in step {}", one.step),
                  Count(waiting, "rank"), waiting == 1 ? "waits" : "wait",
                  FormatMicros(static_cast<Value>(one.wait)),
                  is_last ? ", until the recording ends" : "", absent.front()),
      "collectives -by rank");
  finding.place = PlaceOf(profile, waits.ranks[one.absent.front()].source);
  finding.evidence.push_back(EvidenceOfParts(profile, waits, one));
  return finding;
}

}  // namespace

void JudgeNeverJoined(const RuleInput& input, const ComparedCollectives& collectives, uint32_t run,
                      const RanksOfRun& ranks, Verdict& verdict) {
  double step = 0;
  for (const RankSteps* rank : ranks) step = std::fmax(step, rank->middle);
  std::set<std::vector<size_t>> named;  // a group hangs in several at a time
  for (const NeverJoined& one : collectives.waits.never_joined) {
    if (one.run != run || static_cast<double>(one.wait) <= step) continue;
    if (!named.insert(one.absent).second) continue;
    verdict.findings.push_back(NeverJoinedFinding(input.profile(), collectives, one));
  }
}

}  // namespace profiler
