#include "profiler/analysis/step_split/step_core_split.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/transfers/host_transfers.h"
#include "profiler/analysis/input/gaps/idle_code.h"
#include "profiler/analysis/instructions/async_copies.h"
#include "profiler/analysis/ops/precision/precision.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

using Parts = std::array<Value, kStepPartCount>;
struct CoreTimes {
  Parts parts = {};
  Value from_host = 0;  // copies and transfers by the program itself, which are no input
};
constexpr auto kInputPart = static_cast<size_t>(StepPart::kInput);
constexpr auto kHostPart = static_cast<size_t>(StepPart::kHostCompute);
constexpr auto kOtherPart = static_cast<size_t>(StepPart::kOther);

// The part of a step that an instruction counts in, by its category or its kind.
StepPart PartOf(const Profile& profile, const AsyncCopies& copies, const HostTransfers& transfers,
                OpId id) {
  const OpRow& op = profile.ops.row[id];
  std::string_view category = profile.strings[op.category];
  if (category.empty()) category = profile.strings[op.type];
  if (category.starts_with("infeed")) return StepPart::kInput;
  if (category.starts_with("outfeed")) return StepPart::kOutput;
  if (transfers.IsOfCollective(id)) return StepPart::kCollectives;
  if (transfers.IsOther(id)) return StepPart::kHostToDevice;
  if (CommunicationOf(category) == Communication::kCollective) return StepPart::kCollectives;
  // The core waits for a copy that runs beside its work.
  if (copies.IsFromHost(id)) return StepPart::kHostToDevice;
  if (copies.IsToHost(id)) return StepPart::kOutput;
  if (DeviceWorkOfName(profile.strings[op.name]) == DeviceWork::kCopy) {
    return StepPart::kDeviceToDevice;
  }
  return PrecisionOf(profile, id) == Precision::kBits16 ? StepPart::kDeviceCompute16
                                                        : StepPart::kDeviceCompute32;
}

class CoreSteps {
 public:
  // `idle_code` is IdleCodeOf().
  CoreSteps(const Profile& profile, const std::vector<StepSum>& sums,
            const std::map<StepId, IdleCode>& idle_code)
      : profile_(profile),
        copies_(profile),
        transfers_(profile),
        sum_of_(profile.steps.size()),
        idle_code_(sums.size()) {
    for (size_t i = 0; i < sums.size(); ++i) {
      for (const StepId step : sums[i].steps) {
        sum_of_[step.row()] = i;
        const auto code = idle_code.find(step);
        if (code == idle_code.end() || code->second.all() <= idle_code_[i].all()) continue;
        idle_code_[i] = code->second;
      }
    }
    for (uint32_t op = 0; op < profile.op_count(); ++op) {
      part_of_.push_back(PartOf(profile, copies_, transfers_, OpId(op)));
    }
  }

  void Add(const OpEvent& event) {
    const DeviceId device = profile_.tracks[event.track].device;
    const StepId step = profile_.events[event.track].step[event.row];
    if (!step.valid() || !IsCore(device)) return;
    const StepPart part = part_of_[event.op.row()];
    has_infeed_ = has_infeed_ || part == StepPart::kInput;
    CoreTimes& core = cores_[{sum_of_[step.row()], device}];
    core.parts[static_cast<size_t>(part)] += event.self;
    if (copies_.IsFromHost(event.op) || transfers_.IsOther(event.op)) core.from_host += event.self;
  }

  void Apply(std::vector<StepSplit>& splits) const {
    for (auto core = cores_.begin(); core != cores_.end();) {
      const size_t sum = core->first.first;
      const auto first = core;
      while (core != cores_.end() && core->first.first == sum) ++core;
      if (splits[sum].total != kAbsent) splits[sum] = Split(sum, first, core, splits[sum]);
    }
  }

  std::vector<CoreStep> Each(const std::vector<StepSplit>& splits) const {
    std::vector<CoreStep> each;
    for (auto core = cores_.begin(); core != cores_.end(); ++core) {
      const auto [sum, device] = core->first;
      if (splits[sum].total == kAbsent) continue;
      each.push_back(
          {sum, device, Split(sum, core, std::next(core), splits[sum]), Busy(core->second.parts)});
    }
    return each;
  }

 private:
  using Cores = std::map<std::pair<size_t, DeviceId>, CoreTimes>;

  bool IsCore(DeviceId device) const {
    return device.valid() && profile_.devices[device].kind == DeviceKind::kTpu;
  }

  static Value Busy(const Parts& parts) {
    return std::accumulate(parts.begin(), parts.end(), Value(0));
  }
  static bool HoldsUpLess(const Parts& a, const Parts& b) {
    if (a[kInputPart] != b[kInputPart]) return a[kInputPart] < b[kInputPart];
    return Busy(a) < Busy(b);
  }

  StepSplit Split(size_t sum, Cores::const_iterator first, Cores::const_iterator last,
                  const StepSplit& by_time) const {
    const auto core = std::max_element(first, last, [](const auto& a, const auto& b) {
      return HoldsUpLess(a.second.parts, b.second.parts);
    });
    StepSplit split;
    split.total = by_time.total;
    Value rest = split.total;
    // A core with a drifting clock may seem busy for longer than the step.
    for (size_t part = 0; part < kStepPartCount; ++part) {
      split.parts[part] = std::min(core->second.parts[part], rest);
      rest -= split.parts[part];
    }
    split.model_copies = std::min(core->second.from_host, split[StepPart::kHostToDevice]);
    if (!has_infeed_) {
      const Value waited = by_time[StepPart::kInput] + by_time[StepPart::kHostToDevice];
      split.parts[kInputPart] = std::min(waited, rest);
      rest -= split.parts[kInputPart];
    }
    const IdleCode& code = idle_code_[sum];
    // Code of the host that waits for input has that time already.
    const Int128 waited = has_infeed_ ? 0 : split.parts[kInputPart];
    split.parts[kHostPart] = static_cast<Value>(std::clamp<Int128>(code.all() - waited, 0, rest));
    split.input_code =
        static_cast<Value>(std::min<Int128>(code.input + code.unknown, split.parts[kHostPart]));
    rest -= split.parts[kHostPart];
    split.parts[kOtherPart] = rest;
    for (auto each = first; has_infeed_ && split.total > 0 && each != last; ++each) {
      const double share =
          static_cast<double>(each->second.parts[kInputPart]) / static_cast<double>(split.total);
      split.infeed_share_min = std::fmin(split.infeed_share_min, share);
      split.infeed_share_max = std::fmax(split.infeed_share_max, share);
    }
    return split;
  }

  const Profile& profile_;
  const AsyncCopies copies_;
  const HostTransfers transfers_;
  std::vector<size_t> sum_of_;       // indexed by step
  std::vector<StepPart> part_of_;    // indexed by op
  std::vector<IdleCode> idle_code_;  // indexed by sum; of the file with most of it
  Cores cores_;                      // by step and core
  bool has_infeed_ = false;
};

bool HasCores(const Profile& profile) {
  const auto& devices = profile.devices.values();
  return std::any_of(devices.begin(), devices.end(),
                     [](const DeviceRow& device) { return device.kind == DeviceKind::kTpu; });
}

absl::Status AddEvents(const Selected& selected, CoreSteps& steps, RunContext& context) {
  return ForEachOpEvent(
      selected, [](const OpRow&) { return true; }, [&](const OpEvent& event) { steps.Add(event); },
      context);
}

}  // namespace

absl::Status SplitByCores(const Selected& selected, const std::vector<StepSum>& sums,
                          std::vector<StepSplit>& splits, RunContext& context) {
  if (!HasCores(selected.profile())) return absl::OkStatus();
  PROFILER_ASSIGN_OR_RETURN(const auto idle_code, IdleCodeOf(selected, context));
  CoreSteps steps(selected.profile(), sums, idle_code);
  PROFILER_RETURN_IF_ERROR(AddEvents(selected, steps, context));
  steps.Apply(splits);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<CoreStep>> StepsByCore(const Selected& selected,
                                                  const std::vector<StepSum>& sums,
                                                  const std::vector<StepSplit>& splits,
                                                  RunContext& context) {
  if (!HasCores(selected.profile())) return std::vector<CoreStep>();
  CoreSteps steps(selected.profile(), sums, {});  // what a host does is no core's
  PROFILER_RETURN_IF_ERROR(AddEvents(selected, steps, context));
  return steps.Each(splits);
}

}  // namespace profiler
