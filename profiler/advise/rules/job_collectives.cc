#include "profiler/advise/rules/job_collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/advise/rules/evidence.h"

namespace profiler {
namespace {

using Uses = std::vector<const WorkerUse*>;

Int128 MeanCommunication(const WorkerUse& use) { return use.communication / use.steps; }

// The mean over the others.
Int128 OthersCommunication(const Uses& workers, const WorkerUse& one) {
  Int128 sum = 0;
  for (const WorkerUse* use : workers) sum += use == &one ? 0 : MeanCommunication(*use);
  return sum / static_cast<int64_t>(workers.size() - 1);
}

// In how many steps it is in collectives for a shorter time than all others; of how many that all
// have.
std::pair<int64_t, int64_t> StepsAsLast(const Uses& workers, const WorkerUse& one) {
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

}  // namespace

std::string TellCollectives(const Profile& profile,
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

void JudgeWaiting(const RuleInput& input, const std::vector<const WorkerUse*>& workers,
                  Verdict& verdict) {
  const bool all_take_part = std::all_of(workers.begin(), workers.end(), [](const WorkerUse* use) {
    return use->has_collectives && use->worker.has_own_steps;
  });
  if (workers.size() < 2 || !all_take_part) return;
  const WorkerUse& last = **std::min_element(workers.begin(), workers.end(),
                                             [](const WorkerUse* a, const WorkerUse* b) {
                                               return MeanCommunication(*a) < MeanCommunication(*b);
                                             });
  const Int128 own = MeanCommunication(last), others = OthersCommunication(workers, last);
  const Int128 step = last.span / last.steps;
  const auto [as_last, common] = StepsAsLast(workers, last);
  const double share = step > 0 ? static_cast<double>(others - own) / static_cast<double>(step) : 0;
  if (share <= input.threshold("waited_for") || 2 * as_last <= common) return;
  EvidenceTable evidence({
      EvidenceNumber("step_us", Unit::kMicros, "A step in the mean."),
      EvidenceNumber("communication_us", Unit::kMicros, "Of that in collectives."),
      EvidenceNumber("own_us", Unit::kMicros, "The rest."),
  });
  for (const WorkerUse* use : workers) {
    const Int128 span = use->span / use->steps, communication = MeanCommunication(*use);
    evidence.Add(use->worker.name, {span, communication, span - communication});
  }
  Finding finding;
  finding.id = "waited_for";
  finding.subject = last.worker.name;
  finding.severity = FindingSeverity::kWarning;
  finding.text = fmt::format(
      "the others wait for {}: it is in collectives for {} a step, they for {}, in {} of {} the "
      "shortest time of all; the difference ({} of a step) is work it has more of or does slower: "
      "compare its input, its sharding and its hardware",
      last.worker.name, FormatMicros(own), FormatMicros(others), as_last,
      Count(static_cast<size_t>(common), "step"), Percent(share, 1));
  finding.command = "utilization";
  finding.evidence = evidence.Take("other ranks");
  verdict.findings.push_back(std::move(finding));
}

}  // namespace profiler
