#include "profiler/advise/rules/job/slow_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/job/link_remedy.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {
namespace {

// The host of all ranks; empty if they are on several.
std::string HostOf(const Profile& profile, const std::vector<SourceId>& ranks) {
  const std::string_view host = profile.strings[profile.sources[ranks.front()].host];
  const bool is_one = std::all_of(ranks.begin(), ranks.end(), [&](SourceId rank) {
    return profile.strings[profile.sources[rank].host] == host;
  });
  return is_one ? std::string(host) : "";
}

std::string NameOfGroup(const Profile& profile, const GroupExchange& group) {
  const std::string host = HostOf(profile, group.ranks);
  return RanksText(profile, group.ranks) + (host.empty() ? "" : " on " + host);
}

Report GroupEvidence(const Profile& profile, const SlowGroup& one) {
  std::vector<GroupExchange> rows = one.others;
  rows.push_back(one.slow);
  std::stable_sort(rows.begin(), rows.end(), [](const GroupExchange& a, const GroupExchange& b) {
    return a.exchange > b.exchange;
  });
  using C = ColumnOf<GroupExchange>;
  using Row = const GroupExchange&;
  return EvidenceOf<GroupExchange>(
      {
          C::Number("collectives", Unit::kCount, "", "Of this kind and size.",
                    &GroupExchange::collectives),
          C::Number("bytes", Unit::kBytes, "", "Of one of them.",
                    [bytes = one.bytes](Row) { return Value(bytes); }),
          C::Real("exchange_us", Unit::kMicros, "", "From the last rank's coming, the median.",
                  [](Row group) { return group.exchange / kPicosPerMicro; }),
          C::Real("rate", Unit::kBytesPerSecond, "", "bytes over exchange_us.",
                  [bytes = one.bytes](Row group) {
                    return static_cast<double>(bytes) * kPicosPerSecond / group.exchange;
                  }),
      },
      rows, [&](Row group) { return NameOfGroup(profile, group); }, "faster groups");
}

// What else is slow among the same ranks: ", and reduce_scatter of 32 MB 4.0 times as long".
std::string AlsoSlowText(const std::vector<const SlowGroup*>& also) {
  constexpr size_t kMostNamed = 3;
  std::string text;
  for (size_t i = 0; i < std::min(also.size(), kMostNamed); ++i) {
    const SlowGroup& one = *also[i];
    text += fmt::format("; {} of {} takes {:.1f} times as long there, too", Name(one.kind),
                        FormatBytesOf(one.bytes), one.slow.exchange / one.usual);
  }
  return text;
}

// `also` are of the same ranks.
Finding SlowGroupFinding(const Profile& profile, const SlowGroup& one,
                         const std::vector<const SlowGroup*>& also, double in_step, double share) {
  const auto usual = static_cast<Value>(one.usual), slow = static_cast<Value>(one.slow.exchange);
  const std::string name = NameOfGroup(profile, one.slow);
  Finding finding = Warning(
      "slow_group", name,
      fmt::format(
          "{} of {} takes {} among {} after the last of them has come, {} in {} of equal size "
          "({:.1f} times): {} against {}{}, which costs {} a step ({}). Look at the links there: "
          "{}",
          Name(one.kind), FormatBytesOf(one.bytes), FormatMicros(slow), name, FormatMicros(usual),
          one.others.size() == 1 ? "the other group"
                                 : fmt::format("the {} other groups", one.others.size()),
          one.slow.exchange / one.usual, FormatRate(one.bytes, slow), FormatRate(one.bytes, usual),
          AlsoSlowText(also), FormatMicros(static_cast<Value>(in_step)), Percent(share),
          LinkRemedy(profile, one.slow.ranks)),
      HostOf(profile, one.slow.ranks).empty() ? "collectives" : "steps -by host");
  finding.place.host = HostOf(profile, one.slow.ranks);
  finding.saves = std::llround(in_step);
  finding.share = share;
  finding.evidence.push_back(GroupEvidence(profile, one));
  return finding;
}

// What its ranks expose of exchange in a step beyond the median of the other ranks, in picoseconds:
// computing hides the rest. Infinite if that is not known.
double ExposedMore(const SlowGroup& one, const RanksOfRun& ranks) {
  std::vector<double> slow, others;
  for (const RankSteps* rank : ranks) {
    if (std::isnan(rank->exchange)) continue;
    const bool is_slow =
        std::binary_search(one.slow.ranks.begin(), one.slow.ranks.end(), rank->source);
    (is_slow ? slow : others).push_back(rank->exchange);
  }
  if (slow.empty() || others.empty()) return std::numeric_limits<double>::infinity();
  return SummaryOf(std::move(slow)).median - SummaryOf(std::move(others)).median;
}

}  // namespace

std::vector<SourceId> JudgeSlowGroups(const InputOf<JobThresholds>& input,
                                      const std::vector<SlowGroup>& slow_groups, uint32_t run,
                                      const RanksOfRun& ranks, Verdict& verdict) {
  int64_t steps = 0;
  double step = 0;
  for (const RankSteps* rank : ranks) {
    steps = std::max(steps, rank->steps);
    step = std::fmax(step, rank->middle);
  }
  if (steps == 0 || step <= 0) return {};
  for (const SlowGroup& one : slow_groups) {
    if (one.run != run) continue;
    // Links that are slow in one kind of collective are so in all.
    std::vector<const SlowGroup*> also;
    double excess = one.excess;
    for (const SlowGroup& other : slow_groups) {
      if (&other == &one || other.run != run || other.slow.ranks != one.slow.ranks) continue;
      also.push_back(&other);
      excess += other.excess;
    }
    const double in_step = std::min(excess / static_cast<double>(steps), ExposedMore(one, ranks));
    if (in_step <= input.thresholds.waited_for * step) continue;
    verdict.findings.push_back(
        SlowGroupFinding(input.profile(), one, also, in_step, in_step / step));
    return one.slow.ranks;
  }
  return {};
}

}  // namespace profiler
