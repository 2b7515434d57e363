// Whether a job has too many small collectives.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/ops/framework_op.h"

namespace profiler {
namespace {

std::string_view HowToPack(Framework framework, CollectiveKind kind) {
  if (framework == Framework::kJax && kind == CollectiveKind::kAllReduce) {
    return "let XLA combine them: it does so for gradients of one psum or jax.jit whose reductions "
           "need not run one after another; else exchange several arrays flattened into one";
  }
  if (framework != Framework::kPyTorch) return "several tensors in one, exchanged less often";
  if (kind == CollectiveKind::kAllReduce) {
    return "larger buckets of DDP (bucket_cap_mb, 25 by default), several tensors flattened into "
           "one, broadcast_buffers=False where buffers need not be equal";
  }
  return "several tensors flattened into one, more layers in a unit of FSDP, "
         "broadcast_buffers=False where buffers need not be equal";
}

// The rate of the links between the run's devices, in bytes per second; NaN if it is not known, as
// of the network between hosts.
double LinkRateOf(const Profile& profile, const WorkerUse& use, const RunCommunication& run) {
  // Ranks whose hosts were not recorded may be anywhere.
  const auto is_elsewhere = [&](const RankSteps* rank) {
    return rank->host.empty() || rank->host != run.ranks.front()->host;
  };
  if (std::any_of(run.ranks.begin(), run.ranks.end(), is_elsewhere)) return kAbsentReal;
  for (const CollectiveEvent& one : run.compared.events) {
    if (one.source != use.worker.source || !one.device.valid()) continue;
    return PeaksOf(profile, one.device, {}).link_bytes_per_second;
  }
  return kAbsentReal;
}

double RateOf(const CollectiveEvent& one) {
  if (one.duration <= 0) return 0;
  return static_cast<double>(one.bytes) * BusFactor(one.kind, one.group_size) * kPicosPerSecond /
         static_cast<double>(one.duration);
}

// The upper quartile of rates added so far. One fast event does not say what links reach.
class UpperQuartile {
 public:
  void Add(double rate) {
    if (!upper_.empty() && rate > upper_.top()) {
      upper_.push(rate);
    } else {
      lower_.push(rate);
    }
    const size_t quarter = (upper_.size() + lower_.size()) / 4 + 1;
    for (; upper_.size() < quarter; lower_.pop()) upper_.push(lower_.top());
    for (; upper_.size() > quarter; upper_.pop()) lower_.push(upper_.top());
  }
  double value() const { return upper_.top(); }

 private:
  std::priority_queue<double> lower_;
  std::priority_queue<double, std::vector<double>, std::greater<>> upper_;
};

// How the sizes of collectives of one kind relate to the time that they take. Those of a process
// group say nothing about another one, whose ranks other links may connect.
class SizeFacts {
 public:
  // Collectives of up to `small_bytes` are small, whatever they take. `link_rate` is in bytes per
  // second; NaN if not known.
  SizeFacts(double small_bytes, double link_rate, std::vector<const CollectiveEvent*> all)
      : small_bytes_(small_bytes), link_rate_(link_rate) {
    std::stable_sort(
        all.begin(), all.end(),
        [](const CollectiveEvent* a, const CollectiveEvent* b) { return a->bytes > b->bytes; });
    std::map<Group, UpperQuartile> rates;
    for (const CollectiveEvent* one : all) {
      if (!(RateOf(*one) > 0)) continue;
      UpperQuartile& of_group = rates[GroupOf(*one)];
      of_group.Add(RateOf(*one));
      rates_from_[GroupOf(*one)][one->bytes] = of_group.value();
    }
  }

  // Whether latency takes most of the time of the collective, if it waits for no rank: where its
  // size by itself does not say so, but is no large one, far larger ones of its group are far
  // faster, byte by byte; where there are none, its bytes take a tenth of the time on the link.
  bool IsOfLatency(const CollectiveEvent& one) const {
    // DDP closes a bucket when it exceeds its cap, so those of 1 MiB are larger than that.
    constexpr double kMuchLarger = 32, kFarSlower = 10, kSlower = 4;
    if (one.duration <= 0) return false;
    const auto bytes = static_cast<double>(one.bytes);
    if (bytes <= small_bytes_) return true;
    if (bytes >= kMuchLarger * small_bytes_) return false;
    const double rate = RateOf(one), of_larger = RateOfLarger(one);
    return of_larger > 0 ? kSlower * rate < of_larger : kFarSlower * rate < link_rate_;
  }

 private:
  using Group = std::pair<std::string_view, int64_t>;  // its name and size

  static Group GroupOf(const CollectiveEvent& one) { return {one.group, one.group_size}; }

  // What collectives of the group with four times as many bytes or more reach; 0 without such.
  double RateOfLarger(const CollectiveEvent& one) const {
    constexpr int64_t kFarLarger = 4;
    const auto of_group = rates_from_.find(GroupOf(one));
    if (of_group == rates_from_.end()) return 0;
    if (one.bytes > std::numeric_limits<int64_t>::max() / kFarLarger) return 0;
    const auto larger = of_group->second.lower_bound(kFarLarger * one.bytes);
    return larger == of_group->second.end() ? 0 : larger->second;
  }

  double small_bytes_, link_rate_;
  // By group and bytes: the rate of collectives of so many bytes or more.
  std::map<Group, std::map<int64_t, double>> rates_from_;
};

// Collectives of the kind, or of all that wait for all ranks, whose sizes are known; of the others
// the time.
struct OfKind {
  std::vector<const CollectiveEvent*> known;
  Int128 in_others = 0;
};
OfKind CollectivesOf(const WorkerUse& use, const RunCommunication& run,
                     std::optional<CollectiveKind> kind) {
  OfKind found;
  for (const CollectiveEvent& one : run.compared.events) {
    const bool is_of_kind = kind ? one.kind == *kind : WaitsForAll(one.kind);
    if (!is_of_kind || one.source != use.worker.source || one.is_call) continue;
    // What starts and ends apart has no rate that its size could explain.
    const bool is_known = one.bytes != kUnknown && one.bytes > 0 && !one.is_end && !one.is_joined;
    if (is_known) {
      found.known.push_back(&one);
    } else {
      found.in_others += one.duration;
    }
  }
  return found;
}

// Small collectives that latency limits, if they take most of the time.
struct SmallCollectives {
  size_t a_step = 0;                       // 0 if they do not, or are too few to be made fewer
  int64_t bytes = 0;                       // of the middle one
  int64_t least = 0, most = 0;             // the fewest and the most bytes
  Value time = 0;                          // where they wait for no rank, in picoseconds
  std::map<CollectiveKind, size_t> kinds;  // how many of all steps
};

SmallCollectives FindSmall(const InputOf<JobThresholds>& input, const WorkerUse& use,
                           const RunCommunication& run, std::optional<CollectiveKind> kind) {
  constexpr size_t kLeastToFuse = 8;
  const OfKind all = CollectivesOf(use, run, kind);
  const SizeFacts sizes(input.thresholds.small_transfer, LinkRateOf(input.profile(), use, run),
                        all.known);
  std::vector<const CollectiveEvent*> small;
  std::vector<int64_t> durations;
  std::set<DeviceId> devices;
  Int128 in_others = all.in_others;
  for (const CollectiveEvent* one : all.known) {
    if (!sizes.IsOfLatency(*one)) {
      in_others += one->duration;
      continue;
    }
    small.push_back(one);
    durations.push_back(one->duration);
    devices.insert(one->device);
  }
  if (small.empty() || use.steps == 0) return {};
  // Some wait for late ranks, three in four as a rule do not.
  const auto quarter = durations.begin() + static_cast<ptrdiff_t>(durations.size() / 4);
  std::nth_element(durations.begin(), quarter, durations.end());
  const Int128 in_small = Int128{*quarter} * static_cast<int64_t>(durations.size());
  if (in_small < 2 * in_others) return {};
  const auto middle = small.begin() + static_cast<ptrdiff_t>(small.size() / 2);
  std::nth_element(
      small.begin(), middle, small.end(),
      [](const CollectiveEvent* a, const CollectiveEvent* b) { return a->bytes < b->bytes; });
  CollectiveEvent typical = **middle;
  typical.duration = *quarter;
  if (!sizes.IsOfLatency(typical)) return {};
  SmallCollectives found;
  found.bytes = typical.bytes;
  found.time = *quarter;
  const size_t a_step = small.size() / devices.size() / static_cast<size_t>(use.steps);
  if (a_step >= kLeastToFuse) found.a_step = a_step;
  found.least = found.most = typical.bytes;
  for (const CollectiveEvent* one : small) {
    ++found.kinds[one->kind];
    found.least = std::min(found.least, one->bytes);
    found.most = std::max(found.most, one->bytes);
  }
  return found;
}

// Whether the kinds may be those that synchronised norms make: all_gather and all_reduce.
bool MayBeOfNorms(const SmallCollectives& small) {
  return small.kinds.size() > 1 &&
         std::all_of(small.kinds.begin(), small.kinds.end(), [](const auto& of_kind) {
           return of_kind.first == CollectiveKind::kAllGather ||
                  of_kind.first == CollectiveKind::kAllReduce;
         });
}

// How to have fewer small ones of all kinds together. No bucket holds those of norms.
std::string HowToAvoid(const Profile& profile, const SmallCollectives& small) {
  const auto is_sync_norm = [&](const OpRow& op) {
    const std::string_view name = profile.strings[op.name];
    return name.find("SyncBatchNorm") != name.npos ||
           name.find("batch_norm_gather_stats") != name.npos;
  };
  const Framework framework = FrameworkOf(profile);
  const auto& ops = profile.ops.row.values();
  const bool has_sync_norm =
      framework == Framework::kPyTorch && std::any_of(ops.begin(), ops.end(), is_sync_norm);
  if (!has_sync_norm && (framework != Framework::kPyTorch || !MayBeOfNorms(small))) {
    const CollectiveKind kind =
        small.kinds.size() == 1 ? small.kinds.begin()->first : CollectiveKind::kAllGather;
    return fmt::format("send fewer, larger ones ({})", HowToPack(framework, kind));
  }
  return fmt::format(
      "no bucket and no fewer bits help. {}, and reduce other small tensors, such as metrics, in "
      "one",
      has_sync_norm
          ? "SyncBatchNorm makes some in each layer and direction: do without it (BatchNorm, if a "
            "GPU's own batch is large enough, or GroupNorm)"
          : "Norms that are synchronised (SyncBatchNorm) make some in each layer and direction: do "
            "without them");
}

// "2.05 KB to 16.4 KB"; where that is the same "2.05 KB".
std::string BytesText(const SmallCollectives& small) {
  const std::string least = FormatBytesOf(small.least), most = FormatBytesOf(small.most);
  return least == most ? most : fmt::format("{} to {}", least, most);
}

// "40 all_gather, 40 all_reduce".
std::string KindsText(const SmallCollectives& small) {
  size_t all = 0;
  for (const auto& [kind, count] : small.kinds) all += count;
  std::vector<std::string> parts;
  for (const auto& [kind, count] : small.kinds) {
    const size_t a_step = (small.a_step * count + all / 2) / all;
    if (a_step > 0) parts.push_back(fmt::format("{} {}", a_step, Name(kind)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string SmallCollectivesText(const InputOf<JobThresholds>& input, const WorkerUse& use,
                                 const RunCommunication& run, CollectiveKind kind,
                                 std::string_view remedy) {
  const SmallCollectives of_kind = FindSmall(input, use, run, kind);
  // Norms call those of other kinds, too.
  const bool are_of_norms =
      of_kind.a_step > 0 && remedy.empty() && AreOfSyncNorms(input.profile(), use, run, kind);
  if (of_kind.a_step > 0 && !are_of_norms) {
    return fmt::format(
        ". The collectives are small, {} a step of {}, which take {} where they wait for no rank, "
        "so latency limits them, not bandwidth: {}",
        of_kind.a_step, FormatBytesOf(of_kind.bytes), FormatMicros(of_kind.time),
        !remedy.empty() ? std::string(remedy)
                        : fmt::format("send fewer, larger ones ({})",
                                      HowToPack(FrameworkOf(input.profile()), kind)));
  }
  if (!remedy.empty()) return "";
  const SmallCollectives all = FindSmall(input, use, run, std::nullopt);
  if (all.a_step == 0) return "";
  return fmt::format(
      ". Most of it is in {} small collectives a step ({}) of {}, which take {} where they wait "
      "for no rank, so latency limits them, not bandwidth: {}",
      all.a_step, KindsText(all), BytesText(all), FormatMicros(all.time),
      HowToAvoid(input.profile(), all));
}

}  // namespace profiler
