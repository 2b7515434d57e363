#include "profiler/analysis/accelerators/memory_copies.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/memory/memory_kinds.h"
#include "profiler/analysis/memory/model_copies.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

class CopyCollector {
 public:
  explicit CopyCollector(const Profile& profile)
      : profile_(profile), launched_by_(profile), model_copies_(profile) {}

  void Add(const Track& track, uint32_t event) {
    const Events& events = track.events;
    if (events.detail.empty() || !events.detail[event].valid()) return;
    const std::string_view detail = profile_.strings[events.detail[event]];
    const CopiedMemory memory = CopiedMemoryOf(detail);
    if (!memory.is_copy) return;
    const MemoryKind from = memory.from, to = memory.to;
    const int64_t bytes = ParseKernelDetails(detail).copied_bytes, time = events.duration[event];
    if (from == MemoryKind::kPageable && to == MemoryKind::kDevice) {
      const EventId call = launched_by_(track.id, event);
      copies_.pageable.Add(bytes, time);
      const ModelCopy of = model_copies_.Of(track.id, event);
      if (of == ModelCopy::kComputed) copies_.of_model.Add(bytes, time);
      if (of == ModelCopy::kUpdated) copies_.of_optimizer.Add(bytes, time);
      sites_[CallSiteOf(profile_, call)].Add(bytes, time);
    } else if (from == MemoryKind::kPinned && to == MemoryKind::kDevice) {
      copies_.pinned.Add(bytes, time);
    } else if (from == MemoryKind::kDevice && to == MemoryKind::kPageable) {
      copies_.to_pageable.Add(bytes, time);
    } else if (from == MemoryKind::kUnknown || to == MemoryKind::kUnknown) {
      ++copies_.of_unknown_kind;
    }
  }

  MemoryCopies Take() && {
    copies_.sites = LongestFirst(sites_);
    return std::move(copies_);
  }

 private:
  const Profile& profile_;
  const LaunchedBy launched_by_;
  const ModelCopies model_copies_;
  absl::flat_hash_map<CallSite, CopySum> sites_;
  MemoryCopies copies_;
};

}  // namespace

std::vector<CopySite> LongestFirst(const absl::flat_hash_map<CallSite, CopySum>& sites) {
  std::vector<CopySite> sorted;
  sorted.reserve(sites.size());
  for (const auto& [site, sum] : sites) sorted.push_back({site, sum});
  std::sort(sorted.begin(), sorted.end(), [](const CopySite& a, const CopySite& b) {
    if (a.sum.time != b.sum.time) return a.sum.time > b.sum.time;
    return std::pair(a.site.op, a.site.frame) < std::pair(b.site.op, b.site.frame);
  });
  return sorted;
}

absl::StatusOr<MemoryCopies> MemoryCopiesOf(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  CopyCollector collector(profile);
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context, [&](const Track& track, uint32_t event) { collector.Add(track, event); }));
  return std::move(collector).Take();
}

std::map<SourceId, CopiesToDevices> CopiesToDevicesOf(const Profile& profile) {
  std::map<SourceId, CopiesToDevices> copies;
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const CopiedMemory memory = CopiedMemoryOf(profile, events, e);
      if (!memory.is_copy || memory.to != MemoryKind::kDevice) continue;
      const bool is_pinned = memory.from == MemoryKind::kPinned;
      if (!is_pinned && memory.from != MemoryKind::kPageable) continue;
      const int64_t bytes = ParseKernelDetails(profile.strings[events.detail[e]]).copied_bytes;
      if (bytes == kUnknown) continue;
      CopiesToDevices& of_source = copies[track.row.source];
      (is_pinned ? of_source.pinned : of_source.pageable).Add(bytes, events.duration[e]);
    }
  }
  return copies;
}

}  // namespace profiler
