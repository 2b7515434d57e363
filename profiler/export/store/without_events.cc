#include "profiler/export/store/without_events.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/accelerators/kernel_details.h"
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

// Sums of the work of accelerators by name, op and launch in the order of its first run, device and
// step.
class WorkSums {
 public:
  // Adds the row's time and runs to those of the same work.
  void Add(const WorkTimeRow& row) {
    const Place place = PlaceOf(row);
    const auto [it, is_new] =
        index_.try_emplace({place, row.device, row.step}, static_cast<uint32_t>(rows_.size()));
    if (is_new) {
      rows_.emplace_back(place, row);
      return;
    }
    WorkTimeRow& sum = rows_[it->second].second;
    sum.time += row.time;
    sum.runs += row.runs;
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
  using Place = std::pair<uint32_t, uint32_t>;  // of the name, and of the work

  Place PlaceOf(const WorkTimeRow& row) {
    const auto name =
        place_of_name_.try_emplace(row.name, static_cast<uint32_t>(place_of_name_.size())).first;
    const auto work = place_of_work_
                          .try_emplace({row.name, row.works_for, row.launch},
                                       static_cast<uint32_t>(place_of_work_.size()))
                          .first;
    return {name->second, work->second};
  }

  absl::flat_hash_map<StringId, uint32_t> place_of_name_;
  absl::flat_hash_map<std::tuple<StringId, StringId, StringId>, uint32_t> place_of_work_;
  absl::flat_hash_map<std::tuple<Place, DeviceId, StepId>, uint32_t> index_;
  std::vector<std::pair<Place, WorkTimeRow>> rows_;
};

// The launches in the details of events. Those that differ in nothing that is kept are one.
class KeptLaunches {
 public:
  // `to` has the strings of `profile`, and gets those of launches.
  KeptLaunches(const Profile& profile, Profile& to) : profile_(profile), to_(to) {}

  StringId Of(const Events& events, uint32_t event) {
    if (events.detail.empty() || !events.detail[event].valid()) return StringId();
    const auto [it, is_new] = of_detail_.try_emplace(events.detail[event]);
    if (is_new) {
      const std::string launch =
          DetailOfLaunch(ParseKernelDetails(profile_.strings[events.detail[event]]));
      if (!launch.empty()) it->second = to_.strings.Intern(launch);
    }
    return it->second;
  }

 private:
  const Profile& profile_;
  Profile& to_;
  absl::flat_hash_map<StringId, StringId> of_detail_;
};

absl::Status KeepWork(const Selected& selected, Profile& to, RunContext& context) {
  const Profile& profile = selected.profile();
  WorkSums sums;
  KeptLaunches launches(profile, to);
  const Selected all = selected.AtAllPlaces().WithAllSteps();
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(all, context, [&](const Track& track, uint32_t e) {
    WorkTimeRow row;
    row.time = track.events.selves()[e];
    row.name = EventName(profile, track.events, e);
    row.step = track.events.step[e];
    row.device = track.row.device;
    row.runs = 1;
    const OpId op = WorksFor(profile, track.events.op[e]);
    if (op.valid()) row.works_for = profile.ops.row[op].name;
    row.launch = launches.Of(track.events, e);
    sums.Add(row);
  }));
  for (const WorkTimeRow& row : profile.work_times.values()) sums.Add(row);
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
