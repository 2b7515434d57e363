#include "profiler/analysis/memory/device_allocations.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/phases/host_ops/work_times.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kDeviceFrees[] = {"cudaFree", "hipFree"};
constexpr std::string_view kDeviceMallocs[] = {"cudaMalloc", "hipMalloc"};

enum class AllocationRole : uint8_t { kNone, kOp, kFree, kAllocate, kEmptyCache };

template <size_t kSize>
bool IsNamed(const std::string_view (&names)[kSize], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

AllocationRole AllocationRoleOf(const Profile& profile, const OpRow& op) {
  const std::string_view name = profile.strings[op.name];
  if (IsDeviceFree(name)) return AllocationRole::kFree;
  if (IsDeviceAllocation(name)) return AllocationRole::kAllocate;
  if (name.ends_with("): empty_cache") || name.ends_with("_cuda_emptyCache>")) {
    return AllocationRole::kEmptyCache;
  }
  const bool is_op = op.kind != OpKind::kRuntime && profile.strings[op.type] != kUserMarkType;
  return is_op ? AllocationRole::kOp : AllocationRole::kNone;
}

class DeviceAllocationSums {
 public:
  explicit DeviceAllocationSums(const Selected& selected)
      : profile_(selected.profile()), counted_(selected), work_(WorkIndexes(selected)) {
    roles_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      roles_.push_back(AllocationRoleOf(profile_, op));
    }
  }

  bool MayHave(SourceId source) const {
    return counted_.has_whole() && source.valid() && work_[source.row()].total() > 0;
  }

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    OfSource& of_source = by_source_[track.row.source];
    std::vector<char> in_op(events.size()), in_empty_cache(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      const AllocationRole role = RoleOf(events, e);
      const uint32_t parent = events.ParentOf(e);
      if (parent != Events::kNoParent) {
        in_op[e] = in_op[parent];
        in_empty_cache[e] = in_empty_cache[parent];
      }
      if (role == AllocationRole::kOp) in_op[e] = 1;
      if (role == AllocationRole::kEmptyCache) in_empty_cache[e] = 1;
      const StepId step = events.step[e];
      if (!counted_.Has(step)) continue;
      sums_.has_ops = sums_.has_ops || role == AllocationRole::kOp;
      if (role == AllocationRole::kFree) {
        AddCall(events, e, of_source, sums_.frees);
        of_source.with_frees.insert(step);
        AddCause(track, e, in_op[e] != 0, in_empty_cache[e] != 0);
      } else if (role == AllocationRole::kAllocate) {
        AddCall(events, e, of_source, sums_.allocations);
        of_source.with_allocations.insert(step);
      }
    }
  }

  DeviceAllocations Take() && {
    for (auto& [source, one] : by_source_) {
      for (const StepId step : one.with_frees) {
        if (one.with_allocations.contains(step)) ++sums_.steps_with_both;
      }
      for (const Interval& call : United(std::move(one.calls))) {
        sums_.idle += Int128{call.end} - call.begin - work_[source.row()].Of(call.begin, call.end);
      }
    }
    for (uint32_t i = 0; i < profile_.steps.size(); ++i) {
      const StepRow& step = profile_.steps[StepId(i)];
      if (!by_source_.contains(step.source)) continue;
      if (!counted_.Has(StepId(i)) || step.begin == kUnknown || step.end == kUnknown) continue;
      ++sums_.steps;
      sums_.span += Int128{step.end} - step.begin;
    }
    return sums_;
  }

 private:
  struct OfSource {
    std::vector<Interval> calls;
    std::set<StepId> with_frees, with_allocations;
  };

  AllocationRole RoleOf(const Events& events, uint32_t event) const {
    const OpId op = events.op[event];
    return op.valid() ? roles_[op.row()] : AllocationRole::kNone;
  }

  void AddCall(const Events& events, uint32_t event, OfSource& of_source,
               DeviceAllocations::Calls& calls) const {
    calls.name = profile_.ops.row[events.op[event]].name;
    ++calls.count;
    calls.time += events.duration[event];
    of_source.calls.push_back({events.begin[event], events.begin[event] + events.duration[event]});
  }

  void AddCause(const Track& track, uint32_t event, bool in_op, bool in_empty_cache) {
    if (in_empty_cache) {
      ++sums_.frees_in_empty_cache;
      sums_.in_empty_cache = {track.id, event};
    }
    if (in_op) return;
    ++sums_.frees_outside_ops;
    const bool follows = event > 0 && RoleOf(track.events, event - 1) == AllocationRole::kFree;
    if (!follows) ++sums_.groups_outside_ops;
  }

  const Profile& profile_;
  const CountedSteps counted_;
  const std::vector<IntervalIndex> work_;  // by source
  std::vector<AllocationRole> roles_;      // by op
  std::map<SourceId, OfSource> by_source_;
  DeviceAllocations sums_;
};

}  // namespace

bool IsDeviceFree(std::string_view call) { return IsNamed(kDeviceFrees, call); }
bool IsDeviceAllocation(std::string_view call) { return IsNamed(kDeviceMallocs, call); }

bool HasDeviceFrees(const Profile& profile) {
  return std::any_of(std::begin(kDeviceFrees), std::end(kDeviceFrees),
                     [&](std::string_view name) { return profile.strings.Find(name).valid(); });
}

WhyFreed WhyFreedOf(const DeviceAllocations& allocations) {
  const int64_t frees = allocations.frees.count;
  if (2 * allocations.frees_in_empty_cache > frees) return WhyFreed::kEmptyCache;
  if (!allocations.has_ops) return WhyFreed::kUnknown;
  const int64_t outside = allocations.frees_outside_ops;
  if (2 * outside <= frees) return WhyFreed::kShort;
  // What frees each tensor by itself, as without a caching allocator, does so between other events.
  return 2 * allocations.groups_outside_ops <= outside ? WhyFreed::kEmptyCache : WhyFreed::kUnknown;
}

absl::StatusOr<DeviceAllocations> DeviceAllocationsOf(const Selected& selected, RunContext& context,
                                                      SourceId only) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  if (!HasDeviceFrees(selected.profile())) return DeviceAllocations();
  DeviceAllocationSums sums(selected);
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    const bool is_asked = !only.valid() || track.row.source == only;
    if (is_asked && sums.MayHave(track.row.source)) sums.AddTrack(track);
  }
  return std::move(sums).Take();
}

}  // namespace profiler
