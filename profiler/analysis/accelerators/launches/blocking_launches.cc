#include "profiler/analysis/accelerators/launches/blocking_launches.h"

#include <map>
#include <set>
#include <utility>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/work_of_ops.h"

namespace profiler {
namespace {

// A call that does not wait returns within less. A shorter kernel may end within such a call, as
// the device begins it before the call returns.
constexpr int64_t kLongKernel = 20 * kPicosPerMicro;
// A call that waits returns soon after its kernel's end. On a slow host calls outlast kernels that
// they do not wait for.
constexpr int64_t kSoon = 50 * kPicosPerMicro;

struct KernelOrCopy {
  int64_t begin = 0, end = 0;
  bool is_waited_for = false;
};

class DeviceLaunches {
 public:
  void Add(const KernelOrCopy& work) { works_.push_back(work); }
  void AddStep(StepId step) { steps_.insert(step); }
  // `launch` is the time of the call that launched the kernel.
  void AddLaunch(const KernelOrCopy& kernel, StringId call, Interval launch) {
    const bool is_long = kernel.end - kernel.begin > kLongKernel;
    ++sum_.kernels;
    if (is_long) ++long_kernels_;
    if (!kernel.is_waited_for) return;
    ++sum_.waited_for;
    sum_.call = call;
    if (is_long) ++long_waited_for_;
    waits_.push_back({kernel.begin, launch.end});
  }

  bool Waits() const {
    constexpr int64_t kLeastLong = 10;
    return long_waited_for_ >= kLeastLong && 20 * long_waited_for_ >= 19 * long_kernels_ &&
           10 * sum_.waited_for >= 9 * sum_.kernels;
  }

  BlockingLaunches Sum() && {
    constexpr int64_t kLongestGap = 1000 * kPicosPerMicro;
    std::stable_sort(
        works_.begin(), works_.end(),
        [](const KernelOrCopy& a, const KernelOrCopy& b) { return a.begin < b.begin; });
    int64_t done = works_.empty() ? 0 : works_.front().begin;
    for (const KernelOrCopy& work : works_) {
      const Int128 gap = static_cast<Int128>(work.begin) - done;
      if (work.is_waited_for && gap > 0 && gap <= kLongestGap) sum_.idle += gap;
      done = std::max(done, work.end);
    }
    sum_.waits = TotalLength(std::move(waits_));
    sum_.steps = static_cast<int64_t>(steps_.size());
    return sum_;
  }

 private:
  BlockingLaunches sum_;
  int64_t long_kernels_ = 0, long_waited_for_ = 0;
  std::vector<KernelOrCopy> works_;
  std::vector<Interval> waits_;
  std::set<StepId> steps_;
};

bool IsRuntimeCall(const Profile& profile, EventId call) {
  const OpId op = profile.events[call.track].op[call.row];
  return op.valid() && IsOfDeviceRuntime(profile.strings[profile.ops.row[op].name]);
}

}  // namespace

absl::StatusOr<std::vector<BlockingLaunches>> BlockingLaunchesOf(const Selected& selected,
                                                                 RunContext& context) {
  const Profile& profile = selected.profile();
  const LaunchedBy launched_by(profile);
  DeviceWorkKinds kinds(profile);
  std::map<std::pair<SourceId, DeviceId>, DeviceLaunches> devices;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const DeviceId device = track.row.device;
        if (!device.valid() || profile.devices[device].kind != DeviceKind::kGpu) return;
        DeviceLaunches& launches = devices[{track.row.source, device}];
        const Events& events = track.events;
        KernelOrCopy work{events.begin[event], events.begin[event] + events.duration[event]};
        if (events.step[event].valid()) launches.AddStep(events.step[event]);
        const EventId call = launched_by(track.id, event);
        if (call.valid() && IsRuntimeCall(profile, call) &&
            kinds.Of(track.row, events, event) == DeviceWork::kKernel) {
          const Events& calls = profile.events[call.track];
          const int64_t begin = calls.begin[call.row];
          const Interval time = {begin, begin + calls.duration[call.row]};
          work.is_waited_for = time.begin <= work.begin && time.end >= work.end &&
                               static_cast<Int128>(time.end) - work.end <= kSoon;
          launches.AddLaunch(work, profile.ops.row[calls.op[call.row]].name, time);
        }
        launches.Add(work);
      }));
  std::vector<BlockingLaunches> all;
  for (auto& [place, launches] : devices) {
    if (!launches.Waits()) continue;
    BlockingLaunches& one = all.emplace_back(std::move(launches).Sum());
    one.source = place.first;
    one.device = place.second;
  }
  return all;
}

}  // namespace profiler
