#include "profiler/analysis/instructions/hlo_uses.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/instructions/kernel_work.h"
#include "profiler/analysis/ops/accelerated_sources.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

class HloUseCollector {
 public:
  HloUseCollector(const Profile& profile, const Query& query)
      : profile_(profile),
        kind_(KindsByPeaks(profile, query.device_peaks)),
        is_accelerated_(AcceleratedSources(profile)),
        kernel_work_(profile) {}

  void Add(const OpEvent& event) {
    StringId kernel;
    if (!event.on_device && is_accelerated_[profile_.tracks[event.track].source.row()]) return;
    if (!IsInstruction(profile_, event.op)) {
      if (!event.on_device) return;
      const Events& events = profile_.events[event.track];
      if (!events.label.empty()) kernel = events.label[event.row];
    }
    auto [it, is_new] = index_.try_emplace({event.op, kernel}, uses_.size());
    if (is_new) {
      HloUse& use = uses_.emplace_back();
      use.op = event.op;
      use.kernel = kernel;
    }
    HloUse& use = uses_[it->second];
    AddDevice(profile_.tracks[event.track].device, use);
    ++use.occurrences;
    use.total += event.duration;
    use.self += event.self;
    if (!IsInstruction(profile_, event.op)) kernel_work_.Add(event, it->second);
  }

  // Sorted by self time, longest first, then by name.
  std::vector<HloUse> Sorted() && {
    kernel_work_.AddTo(uses_);
    for (HloUse& use : uses_) {
      if (IsInstruction(profile_, use.op)) AddRecordedWork(use);
    }
    std::sort(uses_.begin(), uses_.end(), [this](const HloUse& a, const HloUse& b) {
      if (a.self != b.self) return a.self > b.self;
      const auto names = [this](const HloUse& use) {
        return std::tuple(profile_.strings[profile_.ops.row[use.op].name],
                          profile_.strings[use.kernel], use.op.row());
      };
      return names(a) < names(b);
    });
    return std::move(uses_);
  }

 private:
  void AddRecordedWork(HloUse& use) const {
    const auto occurrences = static_cast<double>(use.occurrences);
    use.flops = KnownAmount(profile_.ops.row[use.op].float_ops) * occurrences;
    use.bytes = KnownAmount(profile_.ops.row[use.op].bytes_accessed) * occurrences;
  }

  void AddDevice(DeviceId device, HloUse& use) const {
    if (use.occurrences == 0) use.device = device;
    if (device == use.device) return;
    ++OccurrencesOn(device, use.others);
    use.ran_on_several_kinds |=
        !device.valid() || !use.device.valid() || kind_[device.row()] != kind_[use.device.row()];
  }

  // Events come track by track, so the device is mostly the last one.
  static int64_t& OccurrencesOn(DeviceId device, std::vector<RunsOnDevice>& devices) {
    const auto is_on = [&](const RunsOnDevice& one) { return one.device == device; };
    const auto known = std::find_if(devices.rbegin(), devices.rend(), is_on);
    if (known != devices.rend()) return known->occurrences;
    devices.push_back({device});
    return devices.back().occurrences;
  }

  const Profile& profile_;
  const std::vector<uint32_t> kind_;        // by device
  const std::vector<char> is_accelerated_;  // by source: the host only launches instructions
  KernelWork kernel_work_;
  absl::flat_hash_map<std::pair<OpId, StringId>, size_t> index_;
  std::vector<HloUse> uses_;
};

}  // namespace

bool IsInstruction(const Profile& profile, OpId op) {
  return profile.ops.row[op].kind == OpKind::kHloInstruction;
}

absl::StatusOr<std::vector<HloUse>> UsesOfInstructions(const Selected& selected, const Query& query,
                                                       RunContext& context) {
  const Profile& profile = selected.profile();
  HloUseCollector uses(profile, query);
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) { uses.Add(event); }, context));
  return std::move(uses).Sorted();
}

}  // namespace profiler
