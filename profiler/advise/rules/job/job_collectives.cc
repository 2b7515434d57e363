#include "profiler/advise/rules/job/job_collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

using UsesOfRun = std::vector<const WorkerUse*>;

Int128 MeanCommunication(const WorkerUse& use) { return use.communication / use.steps; }
Int128 MeanSpan(const WorkerUse& use) { return use.span / use.steps; }

// The mean communication time of the other workers.
Int128 OthersCommunication(const UsesOfRun& workers, const WorkerUse& one) {
  Int128 sum = 0;
  for (const WorkerUse* use : workers) sum += use == &one ? 0 : MeanCommunication(*use);
  return sum / static_cast<int64_t>(workers.size() - 1);
}

// A name such as "rank 3" or a host's, with the device if the rank has several.
std::string NameOf(const Profile& profile, const CollectiveWaits& waits, const RankWaits& one) {
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

// The number of steps in which the worker spends the least time in collectives, and the number of
// steps that all workers have.
std::pair<int64_t, int64_t> StepsAsLast(const UsesOfRun& workers, const WorkerUse& one) {
  int64_t as_last = 0, common = 0;
  for (const auto& [step, time] : one.communication_in) {
    bool in_all = true, is_last = true;
    for (const WorkerUse* use : workers) {
      const auto it = use->communication_in.find(step);
      in_all = in_all && it != use->communication_in.end();
      is_last = is_last && in_all && (use == &one || it->second > time);
    }
    common += in_all ? 1 : 0;
    as_last += is_last ? 1 : 0;
  }
  return {as_last, common};
}

Report WorkerEvidence(const UsesOfRun& workers) {
  using C = ColumnOf<const WorkerUse*>;
  return EvidenceOf<const WorkerUse*>(
      {
          C::Number("step_us", Unit::kMicros, "", "A step in the mean.",
                    [](const WorkerUse* use) { return MeanSpan(*use); }),
          C::Number("communication_us", Unit::kMicros, "", "Of that in collectives.",
                    [](const WorkerUse* use) { return MeanCommunication(*use); }),
          C::Number("own_us", Unit::kMicros, "", "The rest.",
                    [](const WorkerUse* use) { return MeanSpan(*use) - MeanCommunication(*use); }),
      },
      workers, [](const WorkerUse* use) { return use->worker.name; }, "other ranks");
}

Report RankEvidence(const Profile& profile, const CollectiveWaits& waits) {
  std::vector<RankWaits> ranks = waits.ranks;
  std::erase_if(ranks, [](const RankWaits& one) { return one.compared == 0; });
  using C = ColumnOf<RankWaits>;
  return EvidenceOf<RankWaits>(
      {
          C::Number("compared", Unit::kCount, "", "Its collectives that others recorded, too.",
                    &RankWaits::compared),
          C::Number("last", Unit::kCount, "", "Of those, to how many it came last.",
                    &RankWaits::last),
          C::Number("wait_us", Unit::kMicros, "", "In those, until the last rank came.",
                    &RankWaits::wait),
      },
      ranks, [&](const RankWaits& one) { return NameOf(profile, waits, one); }, "other ranks");
}

}  // namespace

std::string DescribeCollectives(const Profile& profile,
                                const std::vector<ExposedCollective>& collectives, bool is_much) {
  Int128 sum = 0;
  for (const ExposedCollective& one : collectives) sum += one.exposed;
  if (sum == 0) return "";
  std::string text = fmt::format(
      "; {} of that is {}",
      Percent(static_cast<double>(collectives.front().exposed), static_cast<double>(sum)),
      profile.strings[collectives.front().name]);
  if (is_much) {
    text +=
        ". Overlap it with computing (DDP's buckets, FSDP's prefetch), send less (bf16 gradients, "
        "compression) or less often (gradient accumulation with no_sync), see that ranks of one "
        "group share a fast network";
  }
  return text;
}

void JudgeWaiting(const Profile& profile, const std::vector<const WorkerUse*>& workers,
                  double least, Verdict& verdict) {
  const bool all_take_part = std::all_of(workers.begin(), workers.end(), [](const WorkerUse* use) {
    return use->has_collectives && use->worker.has_own_steps;
  });
  if (workers.size() < 2 || !all_take_part) return;
  const WorkerUse& last = **std::min_element(workers.begin(), workers.end(),
                                             [](const WorkerUse* a, const WorkerUse* b) {
                                               return MeanCommunication(*a) < MeanCommunication(*b);
                                             });
  const Int128 own = MeanCommunication(last), others = OthersCommunication(workers, last);
  const auto [as_last, common] = StepsAsLast(workers, last);
  const double share = Share(others - own, MeanSpan(last));
  if (share <= least || 2 * as_last <= common) return;
  const bool is_told =
      std::any_of(verdict.findings.begin(), verdict.findings.end(), [&](const Finding& told) {
        return told.id == "straggler" && told.subject == last.worker.name;
      });
  if (is_told) return;
  Finding finding = Warning(
      "waited_for", last.worker.name,
      fmt::format(
          "the others wait for {}: it is in collectives for {} a step, they for {}, in {} of {} "
          "the shortest time of all; the difference ({} of a step) is work it has more of or does "
          "slower: compare its input, its sharding and its hardware",
          last.worker.name, FormatMicros(own), FormatMicros(others), as_last,
          Count(static_cast<size_t>(common), "step"), Percent(share)),
      "utilization");
  SetPlace(profile, last.worker.source, finding);
  finding.evidence.push_back(WorkerEvidence(workers));
  verdict.findings.push_back(std::move(finding));
}

absl::Status JudgeArrivals(const RuleInput& input, Verdict& verdict) {
  const MissingRanks ranks = FindMissingRanks(input.profile());
  if (ranks.world_size != kUnknown && ranks.recorded < ranks.world_size) {
    verdict.lacks += fmt::format(
        "{}{} of the job's {} ranks {} opened: whether others are waited for is not known",
        verdict.lacks.empty() ? "" : "; ", ranks.recorded, ranks.world_size,
        ranks.recorded == 1 ? "was" : "were");
  }
  PROFILER_ASSIGN_OR_RETURN(const auto events, FindCollectives(input.selected, input.context));
  const CollectiveWaits waits = FindWaits(input.profile(), events);
  if (waits.compared == 0) return absl::OkStatus();
  const RankWaits& most =
      *std::max_element(waits.ranks.begin(), waits.ranks.end(),
                        [](const RankWaits& a, const RankWaits& b) { return a.last < b.last; });
  Finding finding;
  finding.id = "arrivals";
  finding.text =
      most.last == 0
          ? fmt::format("of {} that several ranks recorded, all ranks arrived at the same time",
                        Count(static_cast<size_t>(waits.compared), "collective"))
          : fmt::format("of {} that several ranks recorded, {} came last to {}",
                        Count(static_cast<size_t>(waits.compared), "collective"),
                        NameOf(input.profile(), waits, most), most.last);
  finding.command = "collectives -by rank";
  if (most.last > 0) finding.place = PlaceOf(input.profile(), most.source);
  finding.evidence.push_back(RankEvidence(input.profile(), waits));
  verdict.findings.push_back(std::move(finding));
  return absl::OkStatus();
}

}  // namespace profiler
