#include "profiler/export/store/store_runs.h"

#include <vector>

#include "profiler/base/status.h"
#include "profiler/export/store/store_nesting.h"

namespace profiler {
namespace {

using namespace store_file;

class RunsWriter {
 public:
  RunsWriter(const Profile& profile, const StoreSelection& selection, bool with_args,
             StoreFrames& frames)
      : profile_(profile), selection_(selection), with_args_(with_args), frames_(frames) {}

  absl::Status Write() {
    PROFILER_RETURN_IF_ERROR(
        WriteExecutions(Table::kRecordedExecs, profile_.recorded_execs.values()));
    PROFILER_RETURN_IF_ERROR(WriteSnapshots());
    PROFILER_RETURN_IF_ERROR(WriteOutputs());
    PROFILER_RETURN_IF_ERROR(WriteExecutions(Table::kAllocations, profile_.allocations));
    PROFILER_RETURN_IF_ERROR(WriteExecutions(Table::kLanesSeen, profile_.lanes_seen));
    PROFILER_RETURN_IF_ERROR(WriteExecutions(Table::kUnplaced, profile_.unplaced));
    PROFILER_RETURN_IF_ERROR(WriteEvents());
    PROFILER_RETURN_IF_ERROR(WriteFlows());
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kSamples, profile_.samples));
    PROFILER_RETURN_IF_ERROR(WriteSeries());
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kBuffers, profile_.buffers));
    PROFILER_RETURN_IF_ERROR(WriteRows(Table::kVariables, profile_.variables));
    return WriteVariableDims();
  }

 private:
  template <typename Row>
  DeviceId DeviceOf(const Row& row) const {
    if constexpr (requires { row.track; }) {
      return profile_.tracks[row.track].device;
    } else {
      return row.device;
    }
  }

  template <typename Rows>
  absl::Status WriteRows(Table table, const Rows& rows) {
    StoreTable out(table, frames_);
    for (const auto& row : rows) out.Add(row);
    return out.Finish();
  }

  // Rows that speak of a step and of a device or track.
  template <typename Rows>
  absl::Status WriteExecutions(Table table, Rows&& rows) {
    StoreTable out(table, frames_);
    for (auto row : rows) {
      if (!selection_.Has(row.step, DeviceOf(row))) continue;
      row.step = selection_.Mapped(row.step);
      out.Add(row);
    }
    return out.Finish();
  }

  absl::Status WriteSnapshots() {
    uint32_t kept = 0;
    for (const SnapshotRow& row : profile_.snapshots.values()) {
      const bool has = selection_.Has(row.step, row.device);
      snapshots_.push_back(has ? SnapshotId(kept++) : SnapshotId());
    }
    return WriteExecutions(Table::kSnapshots, profile_.snapshots.values());
  }

  absl::Status WriteOutputs() {
    StoreTable out(Table::kOutputs, frames_);
    for (OutputRow row : profile_.outputs.values()) {
      row.snapshot = snapshots_[row.snapshot.row()];
      if (row.snapshot.valid()) out.Add(row);
    }
    return out.Finish();
  }

  absl::Status WriteEvents() {
    StoreTable out(Table::kEvents, frames_);
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const TrackId track(t);
      const Events& events = profile_.events[track];
      const std::vector<uint32_t> nesting = StoreNesting(events, LeftOut(track));
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (!Has(track, e)) continue;
        out.Add(EventFact{track, Event(events, e), nesting.empty() ? kNestedByTime : nesting[e]});
      }
    }
    return out.Finish();
  }

  bool Has(TrackId track, uint32_t event) const {
    return selection_.Has(profile_.events[track].step[event], profile_.tracks[track]);
  }

  EventRow Event(const Events& events, uint32_t e) const {
    EventRow row = EventAt(events, e);
    row.step = selection_.Mapped(row.step);
    if (!with_args_) row.args = EventRow::kNoArgs;
    return row;
  }

  // How many of the track's events before each one are left out, and of all; empty where none are.
  std::vector<uint32_t> LeftOut(TrackId track) const {
    if (selection_.all()) return {};
    std::vector<uint32_t> left_out = {0};
    for (uint32_t e = 0; e < profile_.events[track].size(); ++e) {
      left_out.push_back(left_out.back() + (Has(track, e) ? 0 : 1));
    }
    return left_out;
  }

  absl::Status WriteFlows() {
    if (profile_.flows.empty()) return absl::OkStatus();
    std::vector<std::vector<uint32_t>> left_out;
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) left_out.push_back(LeftOut(TrackId(t)));
    StoreTable out(Table::kFlows, frames_);
    for (FlowRow row : profile_.flows) {
      if (!Has(row.from.track, row.from.row) || !Has(row.to.track, row.to.row)) continue;
      for (EventId* end : {&row.from, &row.to}) {
        const std::vector<uint32_t>& of_track = left_out[end->track.row()];
        if (!of_track.empty()) end->row -= of_track[end->row];
      }
      out.Add(row);
    }
    return out.Finish();
  }

  absl::Status WriteSeries() {
    StoreTable out(Table::kCounters, frames_);
    for (const Series& series : profile_.series) {
      for (size_t i = 0; i < series.size(); ++i) {
        out.Add(CounterRow{series.metric, series.source, series.device, series.time[i],
                           series.value[i]});
      }
    }
    return out.Finish();
  }

  absl::Status WriteVariableDims() {
    StoreTable out(Table::kVariableDims, frames_);
    for (uint32_t v = 0; v < profile_.variables.size(); ++v) {
      for (const int64_t dim : profile_.variables[v].shape) {
        out.Add(VariableDimFact{VariableId(v), dim});
      }
    }
    return out.Finish();
  }

  const Profile& profile_;
  const StoreSelection& selection_;
  const bool with_args_;
  StoreFrames& frames_;
  std::vector<SnapshotId> snapshots_;  // rows in the store
};

}  // namespace

absl::Status WriteStoreRuns(const Profile& profile, const StoreSelection& selection, bool with_args,
                            StoreFrames& frames) {
  return RunsWriter(profile, selection, with_args, frames).Write();
}

}  // namespace profiler
