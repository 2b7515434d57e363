#include "profiler/analysis/values/kernel_waste.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/accelerators/work/launch_grids.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

void AddKernel(KernelSum& sum, int64_t time) {
  ++sum.kernels;
  sum.time += time;
}

// A device as one source recorded it.
using RecordedDevice = std::pair<SourceId, DeviceId>;

class WasteCollector {
 public:
  WasteCollector(const Selected& selected, const std::vector<SourceId>& only)
      : only_(only),
        profile_(selected.profile()),
        counted_(selected),
        kinds_(profile_),
        communication_(profile_),
        unattributed_(profile_.strings.Find(derive::kUnattributed)),
        grids_(profile_) {}

  void Add(const Track& track, uint32_t event) {
    if (!Counts(track, event)) return;
    const Events& events = track.events;
    const StringId name = EventName(profile_, events, event);
    const StringId op = OpOfEvent(profile_, events, event);
    const int64_t time = events.duration[event];
    if (counted_.has_whole()) steps_.insert({events.step[event], track.row.device});
    AddKernel(waste_.all, time);
    Int128& of_source = waste_.layout_of_source[track.row.source];
    if (ChangesLayout(name)) {
      of_source += time;
      AddKernel(waste_.layout, time);
      AddKernel(layout_ops_[op], time);
    }
    AddSlow(track, event, name, op);
    const LaunchGrid* const grid = SmallGridOf(track, event);
    if (grid == nullptr) return;
    SmallGrid& small = small_grids_[{name, op, grid->text}];
    if (small.sum.kernels == 0) {
      small.kernel = name;
      small.op = op;
      small.grid = grid->text;
      small.blocks = grid->blocks;
      small.multiprocessors = profile_.devices[track.row.device].core_count;
      small.first = {track.id, event};
    }
    AddKernel(small.sum, time);
  }

  KernelWaste Take(double small_share) {
    std::set<StepId> steps;
    for (const auto& [step, device] : steps_) steps.insert(step);
    waste_.steps = static_cast<int64_t>(steps.size());
    waste_.device_steps = static_cast<int64_t>(steps_.size());
    waste_.layout_ops.assign(layout_ops_.begin(), layout_ops_.end());
    std::sort(waste_.layout_ops.begin(), waste_.layout_ops.end(),
              [&](const auto& a, const auto& b) {
                if (a.second.time != b.second.time) return a.second.time > b.second.time;
                return a.first < b.first;
              });
    waste_.small_grids = LongestGrids(small_share);
    return std::move(waste_);
  }

  // Whether the event is a kernel that counts.
  bool Counts(const Track& track, uint32_t event) {
    return IsOfSources(track.row, only_) && counted_.Has(track.events.step[event]) &&
           EventName(profile_, track.events, event).valid() &&
           kinds_.Of(track.row, track.events, event) == DeviceWork::kKernel;
  }

  // The place in `grids` of the kernel's own; their number if it is none of them.
  size_t PlaceIn(const std::vector<SmallGrid>& grids, const Track& track, uint32_t event) {
    const LaunchGrid* const grid = SmallGridOf(track, event);
    if (grid == nullptr) return grids.size();
    const StringId name = EventName(profile_, track.events, event);
    const auto at = std::find_if(grids.begin(), grids.end(), [&](const SmallGrid& one) {
      return one.kernel == name && one.grid == grid->text;
    });
    return static_cast<size_t>(at - grids.begin());
  }

 private:
  std::vector<SmallGrid> GridsOfAllOps() const {
    std::map<std::pair<StringId, std::string_view>, std::pair<SmallGrid, Int128>> by_kernel;
    for (const auto& [key, of_op] : small_grids_) {
      const auto [at, is_new] = by_kernel.try_emplace({of_op.kernel, of_op.grid});
      auto& [all, most] = at->second;
      KernelSum sum = of_op.sum;
      sum.kernels += all.sum.kernels;
      sum.time += all.sum.time;
      const int64_t ops = all.ops + 1;
      if (is_new || of_op.sum.time > most) {
        all = of_op;
        most = of_op.sum.time;
      }
      all.sum = sum;
      all.ops = ops;
    }
    std::vector<SmallGrid> grids;
    grids.reserve(by_kernel.size());
    for (auto& [key, one] : by_kernel) grids.push_back(std::move(one.first));
    return grids;
  }

  // Few, as each is compared with all other kernels.
  std::vector<SmallGrid> LongestGrids(double small_share) {
    constexpr size_t kMost = 10;
    const double least = small_share * static_cast<double>(waste_.all.time);
    std::vector<SmallGrid> longest;
    for (SmallGrid& small : GridsOfAllOps()) {
      if (small.sum.time > 0 && static_cast<double>(small.sum.time) >= least) {
        longest.push_back(std::move(small));
      }
    }
    std::stable_sort(longest.begin(), longest.end(), [](const SmallGrid& a, const SmallGrid& b) {
      return a.sum.time > b.sum.time;
    });
    if (longest.size() > kMost) longest.resize(kMost);
    return longest;
  }

  void AddSlow(const Track& track, uint32_t event, StringId name, StringId op) {
    const auto [at, is_new] = slow_names_.try_emplace(name);
    if (is_new) at->second = SlowKernelOf(profile_.strings[name]);
    if (!at->second.has_value()) return;
    const SlowKernel kind = *at->second;
    if (kind == SlowKernel::kFullSort && !MaySort(op)) return;
    auto work = std::find_if(waste_.slow.begin(), waste_.slow.end(),
                             [kind](const SlowWork& one) { return one.kind == kind; });
    if (work == waste_.slow.end()) {
      work = waste_.slow.insert(work, {kind, name, op, {track.id, event}, {}});
    }
    AddKernel(work->sum, track.events.duration[event]);
  }

  // Other ops sort indices for their own purposes.
  bool MaySort(StringId op) const {
    return !op.valid() || op == unattributed_ || profile_.strings[op] == "aten::sort";
  }

  bool ChangesLayout(StringId name) {
    const auto [at, is_new] = layouts_.try_emplace(name);
    if (is_new) at->second = IsLayoutKernel(profile_.strings[name]);
    return at->second;
  }

  // The grid of a kernel that leaves most of its device empty; null for others.
  const LaunchGrid* SmallGridOf(const Track& track, uint32_t event) {
    constexpr int64_t kPart = 4;
    const Events& events = track.events;
    if (!track.row.device.valid()) return nullptr;
    const int64_t multiprocessors = profile_.devices[track.row.device].core_count;
    if (multiprocessors <= 0) return nullptr;
    const LaunchGrid& grid = grids_.Of(events, event);
    if (grid.blocks <= 0 || grid.blocks >= multiprocessors / kPart) return nullptr;
    // Collectives leave the multiprocessors to what computes meanwhile.
    const StringId name = EventName(profile_, events, event);
    if (communication_.OfEvent(track.row, events, event) != Communication::kNone ||
        LooksLikeCollective(profile_.strings[name])) {
      return nullptr;
    }
    return &grid;
  }

  const std::vector<SourceId>& only_;  // all sources if it is empty
  const Profile& profile_;
  const CountedSteps counted_;
  DeviceWorkKinds kinds_;
  CommunicationTable communication_;
  const StringId unattributed_;
  std::set<std::pair<StepId, DeviceId>> steps_;
  absl::flat_hash_map<StringId, bool> layouts_;
  absl::flat_hash_map<StringId, std::optional<SlowKernel>> slow_names_;
  LaunchGrids grids_;
  std::map<StringId, KernelSum> layout_ops_;
  // By name, op and grid.
  std::map<std::tuple<StringId, StringId, std::string>, SmallGrid> small_grids_;
  KernelWaste waste_;
};

// Sets the time of each of the grids in which its devices run no other kernel.
absl::Status SetAlone(const Selected& selected, const RunContext& context,
                      WasteCollector& collector, std::vector<SmallGrid>& grids) {
  if (grids.empty()) return absl::OkStatus();
  // Of each device the times of the kernels of each grid, and of all others.
  std::map<RecordedDevice, std::vector<std::vector<Interval>>> devices;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        if (!collector.Counts(track, event)) return;
        const Events& events = track.events;
        const Interval time = {events.begin[event], events.begin[event] + events.duration[event]};
        auto& times = devices[{track.row.source, track.row.device}];
        times.resize(grids.size() + 1);
        AddToLast(time, times[collector.PlaceIn(grids, track, event)]);
      }));
  for (auto& [device, times] : devices) {
    for (std::vector<Interval>& one : times) one = United(std::move(one));
    for (size_t i = 0; i < grids.size(); ++i) {
      if (times[i].empty()) continue;
      std::vector<Interval> others;
      for (size_t j = 0; j < times.size(); ++j) {
        if (j != i) others.insert(others.end(), times[j].begin(), times[j].end());
      }
      grids[i].alone += TotalLength(Without(times[i], United(std::move(others))));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<KernelWaste> KernelWasteOf(const Selected& selected, double small_share,
                                          const RunContext& context,
                                          const std::vector<SourceId>& only) {
  WasteCollector collector(selected, only);
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context, [&](const Track& track, uint32_t event) { collector.Add(track, event); }));
  KernelWaste waste = collector.Take(small_share);
  PROFILER_RETURN_IF_ERROR(SetAlone(selected, context, collector, waste.small_grids));
  std::stable_sort(waste.small_grids.begin(), waste.small_grids.end(),
                   [](const SmallGrid& a, const SmallGrid& b) { return a.alone > b.alone; });
  return waste;
}

}  // namespace profiler
