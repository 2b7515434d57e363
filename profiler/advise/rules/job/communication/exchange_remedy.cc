#include "profiler/advise/rules/job/communication/exchange_remedy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/base/ascii.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// What of PyTorch shards or reduces gradients, as the recording names it.
struct GradientWrappers {
  bool ddp = false, fsdp = false;

  explicit GradientWrappers(const Profile& profile) {
    for (const OpRow& op : profile.ops.row.values()) {
      const std::string_view name = profile.strings[op.name];
      ddp = ddp || name.find("DistributedDataParallel") != name.npos;
      fsdp =
          fsdp || name.starts_with("FSDP::") || name.find("FullyShardedDataParallel") != name.npos;
    }
  }
};

// Of all_reduces and the like, which may be of gradients or of activations.
std::string HowToReduceLess(const GradientWrappers& wrappers, bool are_few_bits) {
  const bool is_known = wrappers.ddp || wrappers.fsdp;
  return fmt::format(
      "Overlap it with computing and send less: gradients {}{}, or less often (accumulation{}); "
      "activations of tensor parallelism in groups that are smaller or within a host. See that "
      "ranks of one group share a fast network",
      wrappers.fsdp
          ? wrappers.ddp ? "in DDP's buckets or with FSDP's prefetch" : "with FSDP's prefetch"
      : wrappers.ddp ? "in DDP's buckets"
                     : "in buckets during the backward pass",
      are_few_bits ? "" : ", in 16 bits", is_known ? " with no_sync" : "");
}

}  // namespace

bool GoOneWay(const std::vector<CollectiveEvent>& events, const std::vector<SourceId>& sources) {
  const std::set<SourceId> in_run(sources.begin(), sources.end());
  std::set<std::pair<SourceId, DeviceId>> senders, receivers;
  for (const CollectiveEvent& one : events) {
    if (!IsPointToPoint(one.kind) || !in_run.contains(one.source)) continue;
    if (one.kind != CollectiveKind::kRecv) senders.insert({one.source, one.device});
    if (one.kind != CollectiveKind::kSend) receivers.insert({one.source, one.device});
  }
  return !senders.empty() && !receivers.empty() &&
         std::none_of(senders.begin(), senders.end(),
                      [&](const auto& sender) { return receivers.contains(sender); });
}

bool AreOfFewBits(const WorkerUse& use, const RunCommunication& run, CollectiveKind kind) {
  constexpr int64_t kFewBytes = 2;
  Int128 few = 0, all = 0;
  for (const CollectiveEvent& one : run.compared.events) {
    if (one.kind != kind || one.source != use.worker.source || one.is_call) continue;
    const int64_t bytes = ElementBytes(one.dtype);
    all += one.duration;
    if (bytes != kUnknown && bytes <= kFewBytes) few += one.duration;
  }
  return 2 * few > all;
}

bool IsOfTensorParallel(std::string_view group) {
  const std::string name = Lower(group);
  return name.find("tensor_model_parallel") != name.npos ||
         name.find("tensor_parallel") != name.npos || name == "tp" || name == "mesh_tp";
}

std::string HowToExchangeLess(const Profile& profile, CollectiveKind kind, std::string_view group,
                              bool are_few_bits, bool go_one_way) {
  if (kind == CollectiveKind::kAllToAll) {
    return fmt::format(
        "It exchanges parts of tensors, such as tokens of experts, rows of embedding tables or "
        "parts of sequences: keep a group within a host, send less ({}8 bits; of experts fewer "
        "tokens to each), overlap it with computing that does not need it",
        are_few_bits ? "" : "16 or ");
  }
  switch (FrameworkOf(profile)) {
    case Framework::kPyTorch:
      if (IsOfTensorParallel(group)) {
        return fmt::format(
            "These are activations of tensor parallelism: make its groups smaller and keep each "
            "within a host, overlap the exchange with matrix products (async tensor parallelism), "
            "exchange less (sequence parallelism, larger micro-batches{})",
            are_few_bits ? "" : ", 16 bits");
      }
      if (kind == CollectiveKind::kAllGather || kind == CollectiveKind::kReduceScatter) {
        return fmt::format(
            "If these are shards of parameters and gradients (FSDP, ZeRO), prefetch them while the "
            "layer before computes (forward_prefetch, backward_prefetch), shard within a host "
            "alone (HYBRID_SHARD), exchange less often (accumulation with no_sync{}); if they are "
            "activations, make their groups smaller or keep each within a host. See that ranks of "
            "one group share a fast network",
            are_few_bits ? "" : ") or in 16 bits (MixedPrecision");
      }
      if (IsPointToPoint(kind) && go_one_way) return kTakeTurns;
      if (IsPointToPoint(kind)) {
        return "Stages of a pipeline send activations: give stages equal work, use more "
               "micro-batches or an interleaved schedule, and place stages that follow each other "
               "on a fast network";
      }
      return HowToReduceLess(GradientWrappers(profile), are_few_bits);
    case Framework::kJax:
      return fmt::format(
          "Overlap it with computing (XLA's latency hiding scheduler), shard so that less is sent "
          "(fewer or smaller resharded arrays{}), see that devices of one mesh axis share a fast "
          "network",
          are_few_bits ? "" : ", 16-bit gradients");
    case Framework::kTensorFlow:
    case Framework::kUnknown:
      return fmt::format(
          "Overlap it with computing, send less ({}compression) or less often (gradient "
          "accumulation), see that ranks of one group share a fast network",
          are_few_bits ? "" : "16-bit gradients, ");
  }
  return "";
}

CollectiveTotals ExchangeOfWorker(const WorkerUse& use, const RunCommunication& run,
                                  const std::function<bool(const CollectiveEvent&)>& counts) {
  CollectiveTotals totals;
  const std::vector<CollectivePart>& parts = run.compared.waits.parts;
  for (size_t i = 0; i < run.compared.events.size(); ++i) {
    const CollectiveEvent& one = run.compared.events[i];
    if (one.source != use.worker.source || !counts(one)) continue;
    const bool is_known = i < parts.size() && parts[i].is_compared() && parts[i].wait > 0;
    totals.Add(one, is_known ? parts[i].wait : Int128{0});
  }
  return totals;
}

std::string BusRateText(const WorkerUse& use, const RunCommunication& run, CollectiveKind kind,
                        std::string_view group) {
  // The time of a send or receive is mostly that until the other rank is ready.
  if (!use.knows_exchange() || !run.missing.empty() || IsPointToPoint(kind)) return "";
  const CollectiveTotals totals = ExchangeOfWorker(
      use, run, [&](const CollectiveEvent& one) { return one.kind == kind && one.group == group; });
  const double rate = totals.PerSecond(totals.bus_bytes);
  if (!totals.knows_all || !(rate > 0) || !std::isfinite(rate)) return "";
  return fmt::format(", at {} of bus bandwidth", ScaledText(rate, Unit::kBytesPerSecond));
}

}  // namespace profiler
