#include "profiler/analysis/ops/op_device_times.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr uint32_t kNoRow = UINT32_MAX;

// By event of a track, up to the last launch: the duration of the work that the event launched.
// Empty without launches.
using LaunchedTimes = std::vector<Int128>;

// Indexed by the launching event's track.
absl::StatusOr<std::vector<LaunchedTimes>> AllLaunched(const Profile& profile,
                                                       RunContext& context) {
  const LaunchedBy launched_by(profile);
  std::vector<LaunchedTimes> by_track(profile.tracks.size());
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      const EventId call = launched_by(track.id, e);
      if (!call.valid()) continue;
      LaunchedTimes& times = by_track[call.track.row()];
      if (times.empty()) times.reserve(profile.events[call.track].size());
      if (times.size() <= call.row) times.resize(size_t{call.row} + 1);
      times[call.row] += events.duration[e];
    }
  }
  return by_track;
}

// Scans a host's tracks with a stack of the open events.
class DeviceTimeAdder {
 public:
  explicit DeviceTimeAdder(const Selected& selected)
      : profile_(selected.profile()),
        steps_(selected.steps()),
        row_of_(profile_.op_count(), kNoRow) {}

  absl::Status AddTrack(const Events& events, const LaunchedTimes& launched, RunContext& context) {
    // Events after the last launch are not needed.
    for (uint32_t e = 0; e < launched.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      const uint32_t parent = events.ParentOf(e);
      while (!open_.empty() && open_.back().event != parent) Close();
      Open(e, RowOf(events, e));
      OpenEvent& opened = open_.back();
      opened.time += launched[e];
      if (opened.innermost != kNoRow) rows_[opened.innermost].direct += opened.time;
    }
    while (!open_.empty()) Close();
    return absl::OkStatus();
  }

  OpDeviceTimes Finish() && {
    OpDeviceTimes times;
    times.known = true;
    for (const auto& [key, row] : index_) times.of[key] = rows_[row];
    return times;
  }

 private:
  struct OpenEvent {
    uint32_t event = 0;
    uint32_t row = kNoRow;        // the row of the op, if it counts
    uint32_t innermost = kNoRow;  // `row`, or that of the nearest enclosing event
    Int128 time = 0;              // launched time so far
  };

  void Open(uint32_t event, uint32_t row) {
    const uint32_t around = open_.empty() ? kNoRow : open_.back().innermost;
    open_.push_back({event, row, row == kNoRow ? around : row, 0});
    if (row != kNoRow) ++open_of_row_[row];
  }

  void Close() {
    const OpenEvent closed = open_.back();
    open_.pop_back();
    if (closed.row != kNoRow && --open_of_row_[closed.row] == 0) {
      rows_[closed.row].total += closed.time;
    }
    if (!open_.empty()) open_.back().time += closed.time;
  }

  uint32_t RowOf(const Events& events, uint32_t e) {
    const OpId op = events.op[e];
    if (!op.valid() || !steps_.Has(events.step[e])) return kNoRow;
    if (profile_.ops.row[op].kind == OpKind::kRuntime) return kNoRow;
    uint32_t& row = row_of_[op.row()];
    if (row != kNoRow) return row;
    const OpRow& written = profile_.ops.row[WrittenOp(profile_, op)];
    const auto [it, is_new] =
        index_.try_emplace({written.name, written.type}, static_cast<uint32_t>(rows_.size()));
    if (is_new) {
      rows_.emplace_back();
      open_of_row_.push_back(0);
    }
    return row = it->second;
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  std::vector<uint32_t> row_of_;  // indexed by op
  absl::flat_hash_map<std::pair<StringId, StringId>, uint32_t> index_;
  std::vector<OpDeviceTime> rows_;
  std::vector<uint32_t> open_of_row_;  // the number of open events per row
  std::vector<OpenEvent> open_;        // outermost first
};

}  // namespace

OpId WrittenOp(const Profile& profile, OpId op) {
  const OpId framework = profile.ops.row[op].framework_op;
  return framework.valid() ? framework : op;
}

absl::StatusOr<OpDeviceTimes> DeviceTimesOfOps(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto launched, AllLaunched(profile, context));
  if (std::all_of(launched.begin(), launched.end(), [](const auto& of) { return of.empty(); })) {
    return OpDeviceTimes();
  }
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  DeviceTimeAdder adder(selected);
  for (const Track track : Tracks(selected, HoldsWork)) {
    PROFILER_RETURN_IF_ERROR(adder.AddTrack(track.events, launched[track.id.row()], context));
  }
  return std::move(adder).Finish();
}

}  // namespace profiler
