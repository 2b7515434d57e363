#include "profiler/advise/rules/job/slow_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/base/int128.h"
#include "profiler/base/text/listed.h"

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

// Text such as "ranks 4 to 7" or "rank 0, rank 2".
std::string RanksText(const Profile& profile, const std::vector<SourceId>& ranks) {
  std::vector<int64_t> numbers;
  std::vector<std::string> names;
  for (const SourceId rank : ranks) {
    numbers.push_back(profile.sources[rank].rank);
    names.push_back(ProcessName(profile, rank));
  }
  std::sort(numbers.begin(), numbers.end());
  const bool are_distinct = std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
  const bool is_range = numbers.size() > 2 && numbers.front() != kUnknown && are_distinct &&
                        Int128{numbers.back()} - numbers.front() + 1 == std::ssize(numbers);
  if (is_range) return fmt::format("ranks {} to {}", numbers.front(), numbers.back());
  return Listed(names, 4);
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

Finding SlowGroupFinding(const Profile& profile, const SlowGroup& one, double in_step,
                         double share) {
  const auto usual = static_cast<Value>(one.usual), slow = static_cast<Value>(one.slow.exchange);
  const std::string name = NameOfGroup(profile, one.slow);
  Finding finding = Warning(
      "slow_group", name,
      fmt::format(
          "{} of {} takes {} among {} after the last of them has come, {} in {} of equal size "
          "({:.1f} times): {} against {}, which costs {} a step ({}). Look at the links there: "
          "NVLink, PCIe and network cards (nvidia-smi topo -m, nvidia-smi nvlink -s, "
          "NCCL_DEBUG=INFO)",
          Name(one.kind), FormatBytesOf(one.bytes), FormatMicros(slow), name, FormatMicros(usual),
          one.others.size() == 1 ? "the other group"
                                 : fmt::format("the {} other groups", one.others.size()),
          one.slow.exchange / one.usual, FormatRate(one.bytes, slow), FormatRate(one.bytes, usual),
          FormatMicros(static_cast<Value>(in_step)), Percent(share)),
      "steps -by host");
  finding.place.host = HostOf(profile, one.slow.ranks);
  finding.evidence.push_back(GroupEvidence(profile, one));
  return finding;
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
    const double in_step = one.excess / static_cast<double>(steps);
    if (in_step <= input.thresholds.waited_for * step) return {};
    verdict.findings.push_back(SlowGroupFinding(input.profile(), one, in_step, in_step / step));
    return one.slow.ranks;
  }
  return {};
}

}  // namespace profiler
