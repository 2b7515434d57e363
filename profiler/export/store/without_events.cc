#include "profiler/export/store/without_events.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/kept/kept_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/status.h"
#include "profiler/export/store/kept_memory.h"
#include "profiler/store/event_name.h"
#include "profiler/store/file/rounded.h"
#include "profiler/store/transform/to_builder.h"

namespace profiler {
namespace {

using store_file::RoundedCode;
using store_file::RoundedNumber;

Int128 Rounded(Int128 time) { return RoundedNumber(RoundedCode(time)); }

KeptExecRow KeptRowOf(const ExecRow& row) {
  KeptExecRow kept;
  kept.cpu_time = Rounded(row.cpu_time);
  kept.accelerator_time = Rounded(row.accelerator_time);
  kept.op = row.op;
  kept.step = row.step;
  kept.device = row.device;
  kept.runs = row.runs;
  kept.requested_bytes = row.requested_bytes;
  kept.peak_bytes = row.peak_bytes;
  kept.residual_bytes = row.residual_bytes;
  kept.output_bytes = row.output_bytes;
  return kept;
}

constexpr int64_t KeptExecRow::*kMemory[] = {
    &KeptExecRow::requested_bytes,
    &KeptExecRow::peak_bytes,
    &KeptExecRow::residual_bytes,
    &KeptExecRow::output_bytes,
};

// The rows of one op on one device, in the order of steps.
using OpOnDevice = std::span<KeptExecRow>;

// How often the memory is not that of the step before.
size_t CountMemoryChanges(OpOnDevice rows) {
  size_t changes = 0;
  for (size_t i = 1; i < rows.size(); ++i) {
    const bool is_same = std::all_of(std::begin(kMemory), std::end(kMemory), [&](auto bytes) {
      return rows[i].*bytes == rows[i - 1].*bytes;
    });
    changes += is_same ? 0 : 1;
  }
  return changes;
}

void SetMeanMemory(OpOnDevice rows) {
  for (const auto bytes : kMemory) {
    Int128 sum = 0, known = 0;
    for (const KeptExecRow& row : rows) {
      if (row.*bytes == kUnknown) continue;
      sum += row.*bytes;
      ++known;
    }
    for (KeptExecRow& row : rows) {
      if (row.*bytes != kUnknown) row.*bytes = static_cast<int64_t>(sum / known);
    }
  }
}

template <typename Visit>
void ForEachOpOnDevice(const Profile& profile, const Visit& visit) {
  PackedTable<ExecId, ExecRow>::Reader rows(profile.execs().row);
  std::vector<KeptExecRow> of_op;
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    const auto [first, last] = profile.ExecsOf(OpId(op));
    of_op.clear();
    for (uint32_t i = first; i < last; ++i) of_op.push_back(KeptRowOf(rows[i]));
    std::stable_sort(of_op.begin(), of_op.end(), [](const KeptExecRow& a, const KeptExecRow& b) {
      return a.device < b.device;
    });
    for (auto begin = of_op.begin(); begin != of_op.end();) {
      const auto end = std::find_if(begin, of_op.end(), [&](const KeptExecRow& row) {
        return !(row.device == begin->device);
      });
      visit(OpOnDevice(begin, end));
      begin = end;
    }
  }
}

// If the memory of more executions changes from step to step, the mean over the steps is kept.
constexpr size_t kMostMemoryChanges = 20'000;

// The rows of an op on one device follow one another, as its times in successive steps are alike.
void KeepExecs(const Profile& profile, Profile& to) {
  size_t changes = 0;
  ForEachOpOnDevice(profile, [&](OpOnDevice rows) { changes += CountMemoryChanges(rows); });
  ForEachOpOnDevice(profile, [&](OpOnDevice rows) {
    if (changes > kMostMemoryChanges) SetMeanMemory(rows);
    for (const KeptExecRow& row : rows) to.kept_execs.push_back(row);
  });
}

absl::Status KeepSteps(const Selected& selected, Profile& to, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSum> sums,
                            AddUpSteps(selected, Query(), context));
  PROFILER_ASSIGN_OR_RETURN(const SharedSplits splits, SplitSteps(selected, sums, context));
  to.step_parts.clear();
  for (size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].steps.empty() || (*splits)[i].total == kAbsent) continue;
    to.step_parts.push_back(KeptRowOf(sums[i].steps[0], sums[i], (*splits)[i]));
  }
  return absl::OkStatus();
}

// Sums of the work of accelerators, by name in the order of its first run, device and step.
class WorkSums {
 public:
  void Add(StringId name, DeviceId device, StepId step, Int128 time, int64_t runs) {
    const auto [place, is_first] =
        place_of_.try_emplace(name, static_cast<uint32_t>(place_of_.size()));
    const auto [it, is_new] =
        index_.try_emplace({place->second, device, step}, static_cast<uint32_t>(rows_.size()));
    if (is_new) {
      rows_.emplace_back(place->second, WorkTimeRow());
      WorkTimeRow& row = rows_.back().second;
      row.name = name;
      row.device = device;
      row.step = step;
    }
    WorkTimeRow& row = rows_[it->second].second;
    row.time += time;
    row.runs += runs;
  }

  void MoveTo(PackedTable<NoId, WorkTimeRow>& table) && {
    std::sort(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first, a.second.device, a.second.step) <
             std::tie(b.first, b.second.device, b.second.step);
    });
    table.clear();
    for (auto& [place, row] : rows_) {
      row.time = Rounded(row.time);
      table.push_back(row);
    }
  }

 private:
  absl::flat_hash_map<StringId, uint32_t> place_of_;
  absl::flat_hash_map<std::tuple<uint32_t, DeviceId, StepId>, uint32_t> index_;
  std::vector<std::pair<uint32_t, WorkTimeRow>> rows_;
};

absl::Status KeepWork(const Selected& selected, Profile& to, RunContext& context) {
  const Profile& profile = selected.profile();
  WorkSums sums;
  const Selected all = selected.AtAllPlaces().WithAllSteps();
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(all, context, [&](const Track& track, uint32_t e) {
    sums.Add(EventName(profile, track.events, e), track.row.device, track.events.step[e],
             track.events.duration[e], 1);
  }));
  for (const WorkTimeRow& row : profile.work_times.values()) {
    sums.Add(row.name, row.device, row.step, row.time, row.runs);
  }
  std::move(sums).MoveTo(to.work_times);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Profile> WithoutEvents(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  ProfileBuilder builder = ToBuilder(profile, BuilderEvents::kNone);
  Profile& to = builder.Restore();
  for (uint32_t s = 0; s < to.sources.size(); ++s) {
    SourceRow& source = to.sources[SourceId(s)];
    source.without_events = !source.is_beside_profile;
  }
  to.recorded_execs.clear();
  to.snapshots.clear();
  to.outputs.clear();
  to.lanes_seen.clear();
  to.unplaced.clear();
  to.kept_execs.clear();
  to.tensor_values = nullptr;
  KeepExecs(profile, to);
  PROFILER_RETURN_IF_ERROR(context.Check());
  PROFILER_RETURN_IF_ERROR(KeepSteps(selected, to, context));
  PROFILER_RETURN_IF_ERROR(KeepWork(selected, to, context));
  PROFILER_RETURN_IF_ERROR(KeepMemory(selected, to, context));
  Profile kept = builder.Build(context.threads());
  kept.ops.attributes = {{}, kept.op_count()};
  return kept;
}

}  // namespace profiler
