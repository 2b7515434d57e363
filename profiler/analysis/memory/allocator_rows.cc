#include "profiler/analysis/memory/allocator_rows.h"

#include <set>

#include "profiler/analysis/memory/allocations.h"
#include "profiler/analysis/selection/place_order.h"
#include "profiler/base/status.h"

namespace profiler {

absl::Status AllocatorRows::Find(RunContext& context) {
  uint32_t count = 0;
  for (const AllocationRow& row : profile_.allocations) {
    if (count++ % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    if (!row.device.valid() || !steps_.Has(row.step)) continue;
    const SourceId source = SourceOfAllocation(profile_, row);
    if (!IsThere(source, row.device)) continue;
    const bool tells = (row.delta != kUnknown && row.delta != 0) || row.total_allocated >= 0;
    if (!tells) continue;
    if (row.time == kUnknown) {
      ++untimed_;
      continue;
    }
    GroupOf(row, source).push_back(&row);
  }
  AddSnapshots();
  return absl::OkStatus();
}

bool AllocatorRows::IsThere(SourceId source, DeviceId device) const {
  if (!source.valid()) return source_filter_.Has(StepId(), device);
  TrackRow place;
  place.source = source;
  place.device = device;
  return source_filter_.Has(place);
}

void AllocatorRows::AddSnapshots() {
  std::set<DeviceId> told;
  for (const auto& [key, rows] : groups_) told.insert(std::get<DeviceId>(key));
  const auto& snapshots = profile_.snapshots;
  for (size_t block = 0; block < snapshots.CountBlocks(); ++block) {
    bool any = false;  // mostly there is none, and then other columns need not be unpacked
    snapshots.ForEachOfBlocks(
        block, block + 1, [&](int64_t in_use) { any |= in_use > 0; },
        &SnapshotRow::allocator_bytes_in_use);
    if (!any) continue;
    snapshots.ForEachOfBlocks(
        block, block + 1,
        [&](OpId op, StepId step, DeviceId device, int64_t time, int64_t in_use) {
          if (in_use <= 0 || time == kUnknown || !device.valid()) return;
          if (!steps_.Has(step) || told.count(device) > 0) return;
          AllocationRow moment;
          moment.op = op;
          moment.step = step;
          moment.device = device;
          moment.time = time;
          moment.total_allocated = in_use;
          AddMoment(moment);
        },
        &SnapshotRow::op, &SnapshotRow::step, &SnapshotRow::device, &SnapshotRow::time,
        &SnapshotRow::allocator_bytes_in_use);
  }
}

void AllocatorRows::AddMoment(const AllocationRow& moment) {
  const SourceId source = SourceOfAllocation(profile_, moment);
  if (!IsThere(source, moment.device)) return;
  moments_.push_back(moment);
  GroupOf(moments_.back(), source).push_back(&moments_.back());
}

// Rows of one allocator are mostly adjacent, so the last result is tried first.
AllocationRows& AllocatorRows::GroupOf(const AllocationRow& row, SourceId source) {
  const bool is_same = last_ != nullptr && row.device == last_device_ &&
                       row.allocator == last_allocator_ && row.step == last_step_ &&
                       source == last_source_ && IsOfStepAlone(row) == last_is_of_step_;
  if (!is_same) {
    last_device_ = row.device;
    last_allocator_ = row.allocator;
    last_step_ = row.step;
    last_source_ = source;
    last_is_of_step_ = IsOfStepAlone(row);
    const DeviceId owner = OwnerOfMemory(profile_, row.device, row.allocator);
    const DeviceRow& device = profile_.devices[owner];
    last_ = &groups_[{RankOrder(profile_, source), source, device.kind, device.ordinal, owner,
                      row.allocator, last_is_of_step_ ? row.step : StepId()}];
  }
  return *last_;
}

}  // namespace profiler
