#include "profiler/advise/rules/job/communication/job_communication.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/job/communication/exchange_remedy.h"
#include "profiler/advise/rules/job/communication/exchanged_op.h"
#include "profiler/advise/rules/job/communication/group_hosts.h"
#include "profiler/advise/rules/job/communication/most_exposed.h"
#include "profiler/advise/rules/job/communication/stalled_workers.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/waits/late_core.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

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
                [](const WorkerUse& use) { return MeanAStep(use.span, use); }),
      C::Number("busy_us", Unit::kMicros, "", "While anything ran: ops, copies, communication.",
                [](const WorkerUse& use) {
                  return MeanAStep(use.busy + use.exposed + use.exposed_copy, use);
                }),
      C::Number("compute_us", Unit::kMicros, "", "While an op ran that moves no data.",
                [](const WorkerUse& use) { return MeanAStep(use.busy, use); }),
      C::Number("communication_us", Unit::kMicros, "",
                "While a transfer to it or a collective was under way.",
                [](const WorkerUse& use) { return MeanAStep(use.communication, use); }),
      C::Number("exposed_us", Unit::kMicros, "", "Of that, while no such op ran.",
                [](const WorkerUse& use) { return MeanAStep(use.exposed, use); }),
      C::Number("exposed_wait_us", Unit::kMicros, "", "Of that, waiting for other ranks.",
                [](const WorkerUse& use) {
                  return use.knows_waits() ? MeanAStep(use.exposed_wait, use) : kAbsent;
                })
          .Optional(),
  };
  Report table = EvidenceOf<WorkerUse>(
      columns, uses, [](const WorkerUse& use) { return use.worker.name; }, "other workers");
  DropEmptyColumns(table);
  return table;
}

// From this share of a step one large bucket is worth a warning, if buckets would hide it, and so
// are small collectives.
constexpr double kBucketShare = 0.1;

// Small collectives of these cannot be made fewer, as each layer needs its own.
constexpr char kSmallOfLayers[] =
    "each layer that ranks share (tensor parallelism) needs its own, so no bucket helps: share "
    "layers among fewer GPUs of one host, all_reduce small messages in one kernel (PyTorch's "
    "symmetric memory, the custom all_reduce of vLLM), or compute more in a step (a larger batch)";

bool AreOfLayers(const Profile& profile, const MostExposed& most) {
  return FrameworkOf(profile) == Framework::kPyTorch && IsOfTensorParallel(most.group);
}

// Whether small collectives may be made fewer: not where each layer needs its own, or where nothing
// is trained, so that they are likely of layers, too.
bool MayBeFewer(const Profile& profile, const MostExposed& most) {
  if (FrameworkOf(profile) != Framework::kPyTorch) return true;
  return TrainsInPyTorch(profile) && !AreOfLayers(profile, most);
}

// ": TPU 2 is in as many exchanges of as many bytes for 8.2 ms a step ..., so at least 210 ms of
// that is waiting for it". Empty where no core makes most of the worker's exposed time.
std::string LateCoreText(const InputOf<JobThresholds>& input, const WorkerUse& use,
                         const RunCommunication& run, const MostExposed& most) {
  if (most.name.empty() || !use.on_accelerators || !run.missing.empty()) return "";
  const auto late = FindLateCore(input.selected, most.kind, use.worker.run, input.context);
  if (!late.ok() || !late->device.valid()) return "";
  const double wait = late->others_least - late->own_time;
  const auto exposed = static_cast<double>(MeanAStep(use.exposed, use));
  if (2 * wait < exposed || late->others_least > exposed) return "";
  return fmt::format(
      ": {} exchanges as often and as many bytes in {} a step and computes for nearly all the rest "
      "of it, so at least {} of that is waiting for it. Sending less would save next to nothing: "
      "give it less work, or find out why it is slower",
      CoreName(input.profile(), late->device), FormatMicros(static_cast<Value>(late->own_time)),
      FormatMicros(static_cast<Value>(wait)));
}

// How fast the worker exchanges data where that takes longest, and what to do.
std::string ExchangeRemedy(const Profile& profile, const WorkerUse& use,
                           const RunCommunication& run, const MostExposed& most) {
  const std::string across = GroupAcrossHostsText(profile, use, run, most.group);
  if (across.empty()) {
    std::string slow = SlowBetweenHostsText(profile, use, run, most.group);
    if (!slow.empty()) return slow;
  }
  const ExchangedOp op = ExchangedOpOf(profile, use, run, most.kind, most.group);
  const bool are_few_bits = AreOfFewBits(use, run, most.kind) ||
                            (!op.may_be_gradient && most.kind != CollectiveKind::kAllToAll);
  return BusRateText(use, run, most.kind, most.group) + ". " + across +
         OutsidePassesText(most.kind, op) +
         HowToExchangeLess(profile, most.kind, most.group, are_few_bits, run.go_one_way);
}

// The first finding begins with the cause; later ones follow one that names it.
Finding CommunicationFinding(const InputOf<JobThresholds>& input, const WorkerUse& use,
                             const RunCommunication& run, bool is_much, bool is_first) {
  Finding finding;
  const OneBucket bucket = OneBucketOf(input.profile(), use, run);
  const bool is_worth = is_much || ExchangeShare(use) >= kBucketShare;
  const RepeatedReductions repeated =
      is_worth ? RepeatedReductionsOf(input.profile(), use, run) : RepeatedReductions();
  const bool is_repeated = repeated.a_step > 0;
  const bool has_bucket = !is_repeated && bucket.a_step > 0 && ExchangeShare(use) >= kBucketShare;
  const std::string name = NameOfWorker(use);
  const bool is_of_all = AreAllTold(run, use);
  const MostExposed most =
      use.on_accelerators ? MostExposedOf(run, use, is_of_all, false) : MostExposed();
  const bool splits_waits = is_much && use.knows_exchange() && run.missing.empty();
  const MostExposed exchanged =
      use.on_accelerators && splits_waits ? MostExposedOf(run, use, is_of_all, true) : most;
  const std::string_view of_layers = AreOfLayers(input.profile(), exchanged) ? kSmallOfLayers : "";
  const bool may_be_small = use.on_accelerators && !has_bucket && !is_repeated &&
                            use.knows_exchange() && run.missing.empty() &&
                            ExchangeShare(use) >= kBucketShare &&
                            MayBeFewer(input.profile(), exchanged);
  const std::string small = (is_much && use.on_accelerators) || may_be_small
                                ? SmallCollectivesText(input, use, run, exchanged.kind, of_layers)
                                : "";
  const bool are_small = may_be_small && !small.empty();
  finding.id = is_much       ? "communication_bound"
               : is_repeated ? "repeated_reductions"
               : has_bucket  ? "one_bucket"
               : are_small   ? "small_collectives"
                             : "communication";
  finding.severity = WarningIf(is_much || is_repeated || has_bucket || are_small);
  const std::string late = is_much ? LateCoreText(input, use, run, most) : "";
  if (ExposedShare(use) < kLeastShareShown) {
    finding.text =
        fmt::format("{} communicates during {} of a step, and computing hides it", name,
                    Percent(static_cast<double>(use.communication), static_cast<double>(use.span)));
  } else {
    std::string for_whom = WaitedFor(input.profile(), use, run);
    std::string cause;
    if (!is_much && is_first && !for_whom.empty() && MostlyWaits(use, run)) {
      cause = fmt::format("most waiting is for {}: ", std::exchange(for_whom, ""));
    }
    const ExchangedOp op = ExchangedOpOf(input.profile(), use, run, most.kind, most.group);
    const std::string mostly = MostlyText(most.name, most.share, MeanAStep(use.exposed, use), op);
    finding.text =
        fmt::format("{}{}{}{}", cause, WaitText(input.profile(), run, use, is_of_all, is_much),
                    mostly, late.empty() ? SplitText(input.profile(), use, run, for_whom) : late);
  }
  if (is_much && !run.missing.empty()) {
    // That decides what all else is worth.
    finding.text = fmt::format(
        "{} missing here, and all may be waiting for {}: {}; {}", run.missing.who,
        run.missing.are_in_other_run ? "what was recorded at another time" : "what was not opened",
        finding.text, run.missing.remedy());
  } else if (is_repeated) {
    finding.text += RepeatedText(repeated);
    finding.saves = repeated.saves;
  } else if (has_bucket) {
    finding.text += BucketText(bucket);
    finding.saves = bucket.saves;
  } else if (are_small) {
    finding.text += small;
  } else if (!late.empty()) {
    // That names the remedy, too.
  } else if (is_much && use.on_accelerators) {
    if (small.empty() && exchanged.name != most.name) {
      finding.text += fmt::format(", longest in {}", exchanged.name);
    }
    finding.text += small.empty() ? ExchangeRemedy(input.profile(), use, run, exchanged) : small;
  } else if (is_much && WaitersOf(input.profile(), run) == "devices") {
    finding.text +=
        ". Exchange less, or less often; devices that a host's threads play share its cores, so a "
        "part of that is waiting for a core";
  }
  if (finding.severity != Severity::kInfo) finding.share = ExchangeShare(use);
  finding.command = fmt::format("op{} -compat off -order_by micros -select micros,occurrence",
                                HostOption(use.worker));
  if (use.has_collectives) finding.command = "collectives";
  if (use.on_accelerators) finding.command = "utilization";
  if (use.worker.has_own_steps && !is_of_all) SetPlace(input.profile(), use.worker.source, finding);
  return finding;
}

}  // namespace

bool JudgeCommunication(const InputOf<JobThresholds>& input, const RunCommunication& run,
                        Verdict& verdict) {
  const WorkerUse* const exchanging = WorkerWithMost(run.uses, ExchangeShare);
  if (exchanging == nullptr) return false;
  const bool is_much = ExchangeShare(*exchanging) > input.thresholds.communication;
  const WorkerUse& longest = *WorkerWithMost(run.uses, ExposedShare);
  // Where waits are only known in part, what is left of the exposed time is no exchange.
  const bool is_known = exchanging->knows_exchange() && run.missing.empty();
  constexpr double kNearlyAsMuch = 0.9;
  const bool exchanges_less =
      is_known && ExchangeShare(longest) < kNearlyAsMuch * ExchangeShare(*exchanging);
  const WorkerUse& told = is_much && exchanges_less ? *exchanging : longest;
  const bool is_there =
      static_cast<double>(told.communication) >= kLeastShareShown * static_cast<double>(told.span);
  if (!is_there) return is_much;
  Finding finding = CommunicationFinding(input, told, run, is_much, verdict.findings.empty());
  // What was told before is told before it in any order: no faster exchange saves what that costs.
  for (const Finding& cause : verdict.findings) {
    if (cause.severity != Severity::kInfo) finding.share = std::min(finding.share, cause.share);
  }
  finding.evidence.push_back(CommunicationEvidence(run.uses));
  verdict.findings.push_back(std::move(finding));
  return is_much;
}

}  // namespace profiler
