#include "profiler/advise/rules/job/arrivals.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/job/chance.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

Report RankEvidence(const Profile& profile, const CollectiveWaits& waits,
                    const std::vector<RankWaits>& ranks) {
  using C = ColumnOf<RankWaits>;
  return EvidenceOf<RankWaits>(
      {
          C::Number("compared", Unit::kCount, "", "Its collectives that others recorded, too.",
                    &RankWaits::compared),
          C::Number("last", Unit::kCount, "", "Of those, to how many it came last.",
                    &RankWaits::last),
          C::Number("wait_us", Unit::kMicros, "total wait", "In those, until the last rank came.",
                    &RankWaits::wait),
      },
      ranks, [&](const RankWaits& one) { return NameOfRank(profile, waits, one); }, "other ranks");
}

// Text on the collectives that are not compared; empty if there are none.
std::string UnmatchedText(const RunWaits& run) {
  if (run.unmatched == 0) return "";
  return fmt::format(" at the same time ({} more hardly overlap in time)", run.unmatched);
}

// The part of its steps that the others waited for a rank, in the mean; 1 where no step has a time.
double WaitedForShare(const Profile& profile, const CollectiveWaits& waits, const RankWaits& one) {
  Int128 span = 0;
  for (const StepRow& step : profile.steps.values()) {
    const bool is_timed =
        step.begin != kUnknown && step.end != kUnknown && step.source == one.source;
    if (is_timed && !step.partial) span += Int128{step.end} - step.begin;
  }
  const auto others = std::count_if(waits.ranks.begin(), waits.ranks.end(), [&](const auto& other) {
    return other.run == one.run && other.compared > 0;
  });
  if (span <= 0 || others < 2) return 1;
  return ShareOf(one.waited_for / (others - 1), span);
}

// The others wait less than that part of the steps: it is not worth a word.
constexpr double kLeastCost = 0.001;

// Text on the ranks that came last to more than half of the collectives that they recorded; empty
// if there are none.
std::string MostlyLastText(const Profile& profile, const CollectiveWaits& waits, uint32_t run,
                           const std::vector<RankWaits>& mostly_last) {
  if (mostly_last.empty()) return "";
  std::vector<std::string> names;
  names.reserve(mostly_last.size());
  for (const RankWaits& one : mostly_last) names.push_back(NameOfRank(profile, waits, one));
  if (names.size() > 1) {
    return fmt::format("{} each came last to more than half of those that they recorded",
                       Listed(names, 4));
  }
  const RankWaits& one = mostly_last.front();
  const bool costs = WaitedForShare(profile, waits, one) >= kLeastCost;
  return fmt::format("{} came last to {}{}{}", names.front(), one.last,
                     one.compared == waits.runs[run].compared
                         ? ""
                         : fmt::format(" of the {} that it recorded", one.compared),
                     costs ? "" : ", for which the others hardly wait: it costs nothing");
}

// By collective, how many ranks took part in it.
std::vector<int64_t> CountParts(const CollectiveWaits& waits) {
  std::vector<int64_t> counts;
  for (const CollectivePart& part : waits.parts) {
    if (!part.is_compared()) continue;
    if (part.collective >= counts.size()) counts.resize(part.collective + size_t{1});
    ++counts[part.collective];
  }
  return counts;
}

// Whether a rank that is no slower than the others came last as often by chance: of two ranks each
// does to half. Of few collectives nobody can tell.
bool MayBeChance(const ComparedCollectives& all, const RankWaits& rank,
                 const std::vector<int64_t>& ranks_of) {
  if (rank.compared < kLeastToTell) return false;
  double expected = 0, variance = 0;
  for (size_t i = 0; i < all.events.size(); ++i) {
    const CollectiveEvent& event = all.events[i];
    const CollectivePart& part = all.waits.parts[i];
    if (!part.is_compared() || event.source != rank.source || event.device != rank.device) continue;
    const double chance = 1 / static_cast<double>(ranks_of[part.collective]);
    expected += chance;
    variance += chance * (1 - chance);
  }
  return IsChance(rank.last, expected, variance);
}

// Text on the rank that was late for longest; empty if others were nearly as late. `ranks` must
// hold two.
std::string LatestText(const Profile& profile, const CollectiveWaits& waits,
                       std::vector<RankWaits> ranks) {
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const RankWaits& a, const RankWaits& b) { return a.late > b.late; });
  if (ranks[0].late < 2 * ranks[1].late) return "";
  return fmt::format("{} came latest in total: {} after the first rank; the others at most {}",
                     NameOfRank(profile, waits, ranks[0]), FormatMicros(ranks[0].late),
                     FormatMicros(ranks[1].late));
}

}  // namespace

std::string NameOfRank(const Profile& profile, const CollectiveWaits& waits, const RankWaits& one) {
  const SourceRow& source = profile.sources[one.source];
  const std::string device(one.device.valid() ? profile.strings[profile.devices[one.device].name]
                                              : std::string_view());
  std::string name(source.rank == kUnknown ? std::string(profile.strings[source.host])
                                           : fmt::format("rank {}", source.rank));
  if (name.empty()) return device.empty() ? "a rank" : device;
  const bool has_several =
      std::count_if(waits.ranks.begin(), waits.ranks.end(),
                    [&](const RankWaits& other) { return other.source == one.source; }) > 1;
  return has_several && !device.empty() ? fmt::format("{} ({})", name, device) : name;
}

void AddArrivals(const RuleInput& input, const ComparedCollectives& compared, uint32_t run,
                 bool is_healthy, Verdict& verdict) {
  const CollectiveWaits& waits = compared.waits;
  if (run >= waits.runs.size() || waits.runs[run].compared == 0) return;
  const Profile& profile = input.profile();
  std::vector<RankWaits> ranks, mostly_last;
  const std::vector<int64_t> ranks_of = CountParts(waits);
  bool is_any_last = false, is_any_by_chance = false;
  for (const RankWaits& one : waits.ranks) {
    if (one.run != run || one.compared == 0) continue;
    ranks.push_back(one);
    is_any_last = is_any_last || one.last > 0;
    // Of its own: ranks of other groups recorded others.
    if (2 * one.last <= one.compared) continue;
    if (MayBeChance(compared, one, ranks_of)) {
      is_any_by_chance = true;
    } else {
      mostly_last.push_back(one);
    }
  }
  std::string text = MostlyLastText(profile, waits, run, mostly_last);
  if (text.empty() && !is_any_last) text = "all ranks arrived at the same time";
  if (text.empty() && !is_healthy && ranks.size() > 1) text = LatestText(profile, waits, ranks);
  if (text.empty() && !is_healthy) return;
  if (text.empty()) {
    text = is_any_by_chance ? "no rank came last more often than by chance"
                            : "no rank came last to more than half";
  }
  const Runs runs = RunsOf(profile);
  Finding finding;
  finding.id = "arrivals";
  finding.subject = runs.are_several() ? runs.names[run] : "";
  finding.text = fmt::format("of {} that several ranks{} recorded{}, {}",
                             Count(static_cast<size_t>(waits.runs[run].compared), "collective"),
                             finding.subject.empty() ? "" : " of the run " + finding.subject,
                             UnmatchedText(waits.runs[run]), text);
  finding.command = "collectives -by rank";
  if (mostly_last.size() == 1) finding.place = PlaceOf(profile, mostly_last.front().source);
  finding.evidence.push_back(RankEvidence(profile, waits, ranks));
  verdict.findings.push_back(std::move(finding));
}

}  // namespace profiler
