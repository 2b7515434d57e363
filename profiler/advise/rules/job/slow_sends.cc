#include "profiler/advise/rules/job/slow_sends.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/job/link_remedy.h"
#include "profiler/analysis/selection/host_names.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

std::string NameOfSends(const Profile& profile, const SendLink& link) {
  return fmt::format("{} -> {}", ProcessName(profile, link.from), ProcessName(profile, link.to));
}

// Picoseconds of a send of the mean size.
double MeanTime(const SendLink& link) {
  return static_cast<double>(link.exchange) / static_cast<double>(link.sends);
}

std::string RateOfSends(double rate) {
  return FormatRate(static_cast<Value>(rate), Value{kPicosPerSecond});
}

Report SendsEvidence(const Profile& profile, const SlowSendLink& found) {
  std::vector<SendLink> rows = found.others;
  rows.push_back(found.slow);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const SendLink& a, const SendLink& b) { return a.rate < b.rate; });
  using C = ColumnOf<SendLink>;
  using Row = const SendLink&;
  return EvidenceOf<SendLink>(
      {
          C::Number("sends", Unit::kCount, "", "For which the receiver was ready or nearly so.",
                    &SendLink::sends),
          C::Number("bytes", Unit::kBytes, "", "Of one of them, in the mean.",
                    [](Row link) { return Value(link.bytes / link.sends); }),
          C::Real("exchange_us", Unit::kMicros, "", "While both ranks were in it, in the mean.",
                  [](Row link) { return MeanTime(link) / kPicosPerMicro; }),
          C::Real("rate", Unit::kBytesPerSecond, "", "bytes over exchange_us, the median.",
                  [](Row link) { return link.rate; }),
      },
      rows, [&](Row link) { return NameOfSends(profile, link); }, "faster links");
}

// Text such as " from node-a to node-b, which no other link crosses"; empty within a host.
std::string HostsText(const Profile& profile, const SlowSendLink& found) {
  if (!found.slow.CrossesHosts(profile)) return "";
  const auto host = [&](SourceId source) { return RecordedHost(profile, profile.sources[source]); };
  const bool is_only =
      std::none_of(found.others.begin(), found.others.end(),
                   [&](const SendLink& other) { return other.CrossesHosts(profile); });
  return fmt::format(" (from {} to {}{})", host(found.slow.from), host(found.slow.to),
                     is_only ? "; the others are within a host" : "");
}

// The rank at an end of the link that is in sends and receives for longest while it computes
// nothing: what computing hides costs nothing. Null if neither end is known.
const RankSteps* MoreStalledEnd(const RanksOfRun& ranks, const SendLink& link) {
  const RankSteps* most = nullptr;
  for (const RankSteps* rank : ranks) {
    const bool is_end = rank->source == link.from || rank->source == link.to;
    if (!is_end) continue;
    if (most == nullptr || rank->exposed_sends > most->exposed_sends) most = rank;
  }
  return most;
}

// How many ranks the links connect with the given one: the stages of its pipeline.
size_t StagesOf(const std::vector<SendLink>& links, uint32_t run, const SendLink& link) {
  std::set<SourceId> stages = {link.from, link.to};
  for (size_t before = 0; before != stages.size();) {
    before = stages.size();
    for (const SendLink& other : links) {
      if (other.run != run) continue;
      if (!stages.contains(other.from) && !stages.contains(other.to)) continue;
      stages.insert({other.from, other.to});
    }
  }
  return stages.size();
}

// The time a step for which a rank of the pipeline waits at the begin and end of the step whatever
// the links are: (stages - 1) / micro-batches of its work. Each micro-batch is sent once. 0 where
// micro-batches are fewer than stages, which no pipeline runs with.
double BubbleOf(size_t stages, double sends_a_step, double own) {
  const auto count = static_cast<double>(stages);
  return sends_a_step < count ? 0 : (count - 1) / sends_a_step * own;
}

}  // namespace

bool JudgeSends(const InputOf<JobThresholds>& input, const std::vector<SendLink>& links,
                uint32_t run, const RanksOfRun& ranks, Verdict& verdict) {
  int64_t steps = 0;
  double step = 0;
  for (const RankSteps* rank : ranks) {
    steps = std::max(steps, rank->steps);
    step = std::fmax(step, rank->middle);
  }
  if (steps == 0 || step <= 0) return false;
  const Profile& profile = input.profile();
  const SlowSendLink found = FindSlowSendLink(profile, links, run, input.thresholds.slow_link);
  const SendLink& slow = found.slow;
  const RankSteps* const stalled = found.excess > 0 ? MoreStalledEnd(ranks, slow) : nullptr;
  if (stalled == nullptr) return false;
  const double all = found.excess / static_cast<double>(steps), exposed = stalled->exposed_sends;
  const double bubble =
      BubbleOf(StagesOf(links, run, slow),
               static_cast<double>(slow.all) / static_cast<double>(steps), stalled->own);
  const double in_step = std::fmin(all, exposed - bubble);
  if (in_step <= input.thresholds.waited_for * step || 2 * exposed < all) return false;
  const std::string name = NameOfSends(profile, slow);
  Finding finding = Warning(
      "slow_send", name,
      fmt::format(
          "the link {}{} is slow{}: {} in {} a send, {} against {} of the {} ({:.1f} times), which "
          "costs {} a step ({}). Look at that link: {}",
          name, HostsText(profile, found), found.both_ways ? ", both ways" : "",
          FormatBytesOf(slow.bytes / slow.sends), FormatMicros(static_cast<Value>(MeanTime(slow))),
          RateOfSends(slow.rate), RateOfSends(found.usual),
          found.others.size() == 1 ? "other link"
                                   : fmt::format("{} other links", found.others.size()),
          found.usual / slow.rate, FormatMicros(static_cast<Value>(in_step)),
          Percent(in_step / step), LinkRemedy(profile, {slow.from, slow.to})),
      "steps -by rank");
  finding.saves = std::llround(in_step);
  finding.share = in_step / step;
  finding.place = PlaceOf(profile, slow.from);
  finding.evidence.push_back(SendsEvidence(profile, found));
  verdict.findings.push_back(std::move(finding));
  return true;
}

}  // namespace profiler
