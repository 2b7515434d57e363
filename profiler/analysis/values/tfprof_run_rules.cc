#include "profiler/analysis/values/tfprof_run_rules.h"

#include <algorithm>
#include <string>

#include "profiler/store/row_facts.h"
#include "profiler/store/transfer_name.h"

namespace profiler {
namespace {

void SubtractWrapping(int64_t& from, int64_t what) {
  if (from != kUnknown && what != kUnknown) {
    from = static_cast<int64_t>(static_cast<uint64_t>(from) - static_cast<uint64_t>(what));
  }
}
void AddWrapping(int64_t& to, int64_t what) {
  if (what == kUnknown) return;
  to = static_cast<int64_t>(static_cast<uint64_t>(to == kUnknown ? 0 : to) +
                            static_cast<uint64_t>(what));
}

}  // namespace

bool HasTensorFlowRun(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(), IsTensorFlowRun);
}

TfprofRunRules::TfprofRunRules(const Profile& profile, const Quirks& quirks) : profile_(profile) {
  bool any_run = false;
  for (const SourceRow& source : profile.sources.values()) {
    is_run_.push_back(IsTensorFlowRun(source));
    any_run |= is_run_.back() != 0;
    any_misses_accelerator_ |= source.misses_accelerator_stream;
  }
  tfprof_ = any_run && quirks.Has(Quirk::kSingleDevice);
  if (!tfprof_) return;
  for (uint32_t op = 0; op < profile.op_count() && !any_transfers_; ++op) {
    any_transfers_ = LeavesOut(OpId(op));
  }
  FindZeroStarts();
}

bool TfprofRunRules::LeavesOut(OpId op) const {
  if (!tfprof_) return false;
  const OpRow& row = profile_.ops.row[op];
  return row.kind == OpKind::kRuntime && IsTransferName(profile_.strings[row.name]);
}

// tfprof skips an execution without a start time, and the execution's memory. Executions on a
// second device are not handled here, as tfprof ignores that device anyway.
void TfprofRunRules::FindZeroStarts() {
  const auto sums = [&](const auto& fact, DeviceId device) -> ExecRow& {
    return zero_starts_[{fact.op, fact.step, device}];
  };
  for (const UnplacedRow& row : profile_.unplaced) {
    if (row.reason != UnplacedReason::kZeroStart || !IsRun(row.step)) continue;
    const TrackRow& track = profile_.tracks[row.track];
    if (track.role != TrackRole::kExec) continue;
    ExecRow& sum = sums(row, track.device);
    const Int128 time =
        static_cast<Int128>(row.duration) * profile_.sources[track.source].resolution_ps;
    (track.kind == TrackKind::kLane ? sum.cpu_time : sum.accelerator_time) += time;
    if (track.kind == TrackKind::kLane) AddWrapping(sum.runs, 1);
  }
  if (zero_starts_.empty()) return;
  for (const SnapshotRow& row : profile_.snapshots.values()) {
    if (row.time != kUnknown || !IsRun(row.step)) continue;
    ExecRow& sum = sums(row, row.device);
    AddWrapping(sum.requested_bytes, row.requested_bytes);
    AddWrapping(sum.peak_bytes, row.peak_bytes);
    AddWrapping(sum.residual_bytes, row.residual_bytes);
    AddWrapping(sum.output_bytes, row.output_bytes);
  }
}

const ExecRow* TfprofRunRules::Count(const ExecRow& row) {
  if (!tfprof_ || !IsRun(row.step)) return &row;
  const bool own_device = row.device == profile_.ops.row[row.op].assigned_device;
  if (own_device && zero_starts_.empty()) return &row;
  part_ = row;
  if (!zero_starts_.empty()) TakeZeroStarts();
  return own_device || CountOneDevice() ? &part_ : nullptr;
}

void TfprofRunRules::TakeZeroStarts() {
  const auto it = zero_starts_.find({part_.op, part_.step, part_.device});
  if (it == zero_starts_.end()) return;
  const ExecRow& skipped = it->second;
  dropped_zero_starts_ = true;
  part_.cpu_time -= skipped.cpu_time;
  part_.accelerator_time -= skipped.accelerator_time;
  SubtractWrapping(part_.runs, skipped.runs);
  SubtractWrapping(part_.requested_bytes, skipped.requested_bytes);
  SubtractWrapping(part_.peak_bytes, skipped.peak_bytes);
  SubtractWrapping(part_.residual_bytes, skipped.residual_bytes);
  SubtractWrapping(part_.output_bytes, skipped.output_bytes);
}

// For devices other than the op's own, tfprof keeps only the time of streams and the fact that the
// op ran. If a second CPU or GPU has only executions, tfprof ignores the device.
bool TfprofRunRules::CountOneDevice() {
  const DeviceKind kind =
      part_.device.valid() ? profile_.devices[part_.device].kind : DeviceKind::kOther;
  const bool is_second = kind == DeviceKind::kCpu || kind == DeviceKind::kGpu;
  const bool ran = part_.runs != kUnknown && part_.runs != 0;
  dropped_device_ |= ran || part_.cpu_time != 0;
  part_.cpu_time = 0;
  part_.runs = 0;
  part_.requested_bytes = part_.peak_bytes = kUnknown;
  part_.residual_bytes = part_.output_bytes = kUnknown;
  return !is_second || !ran || part_.accelerator_time != 0;
}

bool TfprofRunRules::MissesAccelerator(const ExecRow& row) const {
  return row.step.valid() && row.accelerator_time == 0 && row.device.valid() &&
         profile_.devices[row.device].kind == DeviceKind::kGpu &&
         profile_.sources[profile_.steps[row.step].source].misses_accelerator_stream;
}

std::vector<Quirk> TfprofRunRules::used() const {
  std::vector<Quirk> used;
  if (dropped_device_) used.push_back(Quirk::kSingleDevice);
  if (any_transfers_) used.push_back(Quirk::kSkipsTransferNodes);
  if (dropped_zero_starts_) used.push_back(Quirk::kSkipsZeroStarts);
  return used;
}

}  // namespace profiler
