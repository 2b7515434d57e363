#include "profiler/advise/rules/job/job_communication.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

Value Mean(Int128 sum, const WorkerUse& use) { return sum / use.steps; }

double ShareOfSpan(Int128 time, const WorkerUse& use) { return Share(time, use.span); }
double ExposedShare(const WorkerUse& use) { return ShareOfSpan(use.exposed, use); }
double WaitShare(const WorkerUse& use) { return ShareOfSpan(use.exposed_wait, use); }
double ExchangeShare(const WorkerUse& use) {
  return ShareOfSpan(use.exposed - use.exposed_wait, use);
}

// SetPlace() selects workers with steps of their own.
std::string HostOption(const Worker& worker) {
  return worker.host_regex.empty() || worker.has_own_steps
             ? ""
             : fmt::format(" -host {}", QuoteWord(NameRegex(worker.host_regex)));
}

Report CommunicationEvidence(const std::vector<WorkerUse>& uses) {
  using C = ColumnOf<WorkerUse>;
  std::vector<C> columns = {
      C::Number("steps", Unit::kCount, "", "The whole steps in which it took part.",
                &WorkerUse::steps),
      C::Number("step_us", Unit::kMicros, "", "From its first event to its last, a step.",
                [](const WorkerUse& use) { return Mean(use.span, use); }),
      C::Number("busy_us", Unit::kMicros, "", "While an op ran or communication was under way.",
                [](const WorkerUse& use) { return Mean(use.busy + use.exposed, use); }),
      C::Number("compute_us", Unit::kMicros, "", "While an op ran that moves no data.",
                [](const WorkerUse& use) { return Mean(use.busy, use); }),
      C::Number("communication_us", Unit::kMicros, "",
                "While a transfer to it or a collective was under way.",
                [](const WorkerUse& use) { return Mean(use.communication, use); }),
      C::Number("exposed_us", Unit::kMicros, "", "Of that, while no such op ran.",
                [](const WorkerUse& use) { return Mean(use.exposed, use); }),
      C::Number("exposed_wait_us", Unit::kMicros, "",
                "Of that, until the last rank came to a collective.",
                [](const WorkerUse& use) {
                  return use.knows_waits() ? Mean(use.exposed_wait, use) : kAbsent;
                })
          .Optional(),
  };
  Report table = EvidenceOf<WorkerUse>(
      columns, uses, [](const WorkerUse& use) { return use.worker.name; }, "other workers");
  DropEmptyColumns(table);
  return table;
}

// The worker of which the share is greatest. Parameter servers are ignored, because they wait by
// design.
const WorkerUse* Most(const std::vector<WorkerUse>& uses, double (*share)(const WorkerUse&)) {
  const WorkerUse* most = nullptr;
  for (const WorkerUse& use : uses) {
    if (use.worker.is_parameter_server) continue;
    if (most == nullptr || share(use) > share(*most)) most = &use;
  }
  return most;
}

// Smaller shares would be shown as "0%".
constexpr double kLeastShare = 0.005;

std::string_view HowToExchangeLess(Framework framework) {
  switch (framework) {
    case Framework::kPyTorch:
      return "Overlap it with computing (DDP's buckets, FSDP's prefetch), send less (bf16 "
             "gradients, "
             "compression) or less often (gradient accumulation with no_sync), see that ranks of "
             "one group share a fast network";
    case Framework::kJax:
      return "Overlap it with computing (XLA's latency hiding scheduler), shard so that less is "
             "sent "
             "(fewer or smaller resharded arrays, bf16 gradients), see that devices of one mesh "
             "axis "
             "share a fast network";
    case Framework::kTensorFlow:
    case Framework::kUnknown:
      return "Overlap it with computing, send less (16-bit gradients, compression) or less often "
             "(gradient accumulation), see that ranks of one group share a fast network";
  }
  return "";
}

// The collective with the most time on accelerators of the run, and if `is_much`, the remedy.
std::string CollectivesText(const Profile& profile, uint32_t run,
                            const std::vector<ExposedCollective>& collectives, bool is_much) {
  Int128 sum = 0;
  const ExposedCollective* most = nullptr;  // they are sorted
  for (const ExposedCollective& one : collectives) {
    if (one.run != run) continue;
    if (most == nullptr) most = &one;
    sum += one.exposed;
  }
  if (sum == 0) return "";
  std::string text =
      fmt::format("; {} of the exposed time is {}",
                  Percent(static_cast<double>(most->exposed), static_cast<double>(sum)),
                  profile.strings[most->name]);
  if (is_much) text += fmt::format(". {}", HowToExchangeLess(FrameworkOf(profile)));
  return text;
}

// What the exposed time consists of, if that is known.
std::string SplitText(const WorkerUse& use, bool misses_ranks) {
  if (use.exposed <= 0) return "";
  if (use.knows_exchange() && !misses_ranks) {
    return fmt::format(": {} is exchange, {} is waiting for the last rank to come",
                       Percent(ExchangeShare(use)), Percent(WaitShare(use)));
  }
  if (!use.has_collectives) return "";
  if (WaitShare(use) >= kLeastShare) {
    return fmt::format(", at least {} waiting for the last rank to come", Percent(WaitShare(use)));
  }
  return ", waiting for other ranks included";
}

Finding CommunicationFinding(const InputOf<JobThresholds>& input, const WorkerUse& use,
                             const std::vector<ExposedCollective>& collectives, bool misses_ranks,
                             bool is_much) {
  Finding finding;
  finding.id = is_much ? "communication_bound" : "communication";
  finding.severity = WarningIf(is_much);
  finding.text = fmt::format(
      "{}communication is under way during {} of a step{}, {} while nothing else runs there ({} of "
      "{}){}",
      is_much ? "the job waits for data: " : "",
      Percent(static_cast<double>(use.communication), static_cast<double>(use.span)),
      use.worker.name.empty() ? "" : " of " + use.worker.name, Percent(ExposedShare(use)),
      FormatMicros(Mean(use.exposed, use)), FormatMicros(Mean(use.span, use)),
      SplitText(use, misses_ranks));
  finding.command = fmt::format("op{} -compat off -order_by micros -select micros,occurrence",
                                HostOption(use.worker));
  if (use.has_collectives) finding.command = "collectives";
  if (use.on_accelerators) {
    finding.text += CollectivesText(input.profile(), use.worker.run, collectives, is_much);
    finding.command = "utilization";
  }
  if (use.worker.has_own_steps) SetPlace(input.profile(), use.worker.source, finding);
  return finding;
}

}  // namespace

CommunicationVerdict JudgeCommunication(const InputOf<JobThresholds>& input,
                                        const std::vector<WorkerUse>& uses, bool misses_ranks,
                                        const std::vector<ExposedCollective>& collectives,
                                        Verdict& verdict) {
  CommunicationVerdict judged;
  const WorkerUse* const exchanging = Most(uses, ExchangeShare);
  if (exchanging == nullptr) return judged;
  const WorkerUse& waiting = *Most(uses, WaitShare);
  const double limit = input.thresholds.communication;
  judged.is_much = ExchangeShare(*exchanging) > limit;
  judged.waits_dominate = WaitShare(waiting) > limit && WaitShare(waiting) > ExchangeShare(waiting);
  const WorkerUse& told = *Most(uses, ExposedShare);
  const bool is_there =
      static_cast<double>(told.communication) >= kLeastShare * static_cast<double>(told.span);
  if (!is_there) return judged;
  Finding finding = CommunicationFinding(input, told, collectives, misses_ranks, judged.is_much);
  finding.evidence.push_back(CommunicationEvidence(uses));
  verdict.findings.push_back(std::move(finding));
  return judged;
}

}  // namespace profiler
