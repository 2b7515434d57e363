// Whether a job's gradients are exchanged at once, so that computing hides nothing of it.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/ops/framework_op.h"

namespace profiler {

OneBucket OneBucketOf(const Profile& profile, const WorkerUse& use, const RunCommunication& run) {
  // DDP's buckets hold 25 MB. Several of those can hide behind backward.
  constexpr int64_t kBucketBytes = 25 << 20;
  constexpr int64_t kLargeBytes = 4 * kBucketBytes;
  constexpr size_t kMostInStep = 2;
  const bool is_known = use.knows_exchange() && run.missing.empty() && use.steps > 0;
  if (!is_known || FrameworkOf(profile) != Framework::kPyTorch || !TrainsInPyTorch(profile)) {
    return {};
  }
  std::set<DeviceId> devices;
  size_t count = 0;
  Int128 bytes = 0, time = 0;
  for (const CollectiveEvent& one : run.compared.events) {
    const bool is_large =
        one.kind == CollectiveKind::kAllReduce && one.bytes != kUnknown && one.bytes >= kLargeBytes;
    if (!is_large || one.source != use.worker.source || one.is_call || one.is_end) continue;
    if (!one.step.valid()) continue;  // of a step that the recording cut
    devices.insert(one.device);
    ++count;
    bytes += one.bytes;
    time += one.duration;
  }
  const auto steps = static_cast<size_t>(use.steps);
  if (count == 0 || count > kMostInStep * devices.size() * (steps + 1)) return {};
  // Nearly all of their time is exposed, and they are most of what is.
  const auto of = static_cast<int64_t>(devices.size());
  constexpr int kTenths = 10, kNearlyAll = 7;
  if (kTenths * Int128{use.exposed} < kNearlyAll * (time / of)) return {};
  if (2 * (time / of) < Int128{use.exposed}) return {};
  OneBucket found;
  found.a_step = std::max<size_t>(1, count / devices.size() / steps);
  found.bytes = static_cast<int64_t>(bytes / static_cast<int64_t>(count));
  // The last bucket is ready when backward ends.
  const double hidden = 1 - static_cast<double>(kBucketBytes) / static_cast<double>(found.bytes);
  const Value exchange = use.exposed_exchange() / use.steps;
  found.time = static_cast<Value>(time / of / use.steps);
  found.is_all = kTenths * Int128{found.time} >= (kTenths - 1) * Int128{exchange};
  // What else is exchanged, as between the ranks that share a layer, needs no bucket.
  found.saves = static_cast<Value>(static_cast<double>(std::min(exchange, found.time)) * hidden);
  return found;
}

std::string BucketText(const OneBucket& one) {
  if (!one.is_all) {
    return fmt::format(
        ". Of that {} of {} a step {} {} while nothing computes: gradients are exchanged after "
        "backward. Exchange them in buckets while it runs (DDP's bucket_cap_mb of about 25)",
        one.a_step == 1 ? "one all_reduce" : fmt::format("{} all_reduces", one.a_step),
        FormatBytesOf(one.bytes), one.a_step == 1 ? "takes" : "take", FormatMicros(one.time));
  }
  return fmt::format(
      ". {} of {} a step, while nothing computes: gradients are exchanged after backward. Exchange "
      "them in buckets while it runs (DDP's bucket_cap_mb of about 25)",
      one.a_step == 1 ? "It is one all_reduce" : fmt::format("It is {} all_reduces", one.a_step),
      FormatBytesOf(one.bytes));
}

}  // namespace profiler
