#include "profiler/export/store/store_rows.h"

#include <type_traits>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/export/store/store_nesting.h"
#include "profiler/store/facts.h"

namespace profiler {
namespace {

class RowsWriter {
 public:
  RowsWriter(const Profile& profile, const StoreSelection& selection, const StoredStrings& strings,
             bool with_args, StoreFrames& frames)
      : profile_(profile),
        selection_(selection),
        strings_(strings),
        with_args_(with_args),
        frames_(frames) {}

  absl::Status Write() {
    absl::Status status;
    EachTable([&](auto of) {
      if (of.kField == 0 || !status.ok()) return;
      StoreTable out(static_cast<store_file::Table>(of.kField), frames_);
      AddRows(of, out);
      status = out.Finish();
    });
    return status;
  }

 private:
  template <typename Of>
  void AddRows(Of of, StoreTable& out) {
    EachRow(profile_, of, [&](typename Of::Row row) {
      if (Narrow(row)) out.Add(row);
    });
  }

  void AddRows(table::Steps, StoreTable& out) {
    static_assert(
        RowSchema<StepRow>::kOfType<StepId> == 1 && RowSchema<StepRow>::kOfType<StringId> == 1,
        "counts_as and name are the only ones given here");
    for (const StepId step : selection_.steps()) {
      StepRow row = profile_.steps[step];
      row.counts_as = selection_.CountsAs(step);
      row.name = strings_.Mapped(row.name);
      out.Add(row);
    }
  }

  void AddRows(table::Snapshots of, StoreTable& out) {
    uint32_t kept = 0;
    EachRow(profile_, of, [&](SnapshotRow row) {
      const bool has = Narrow(row);
      snapshots_.push_back(has ? SnapshotId(kept++) : SnapshotId());
      if (has) out.Add(row);
    });
  }

  // Whether the row is written. If so, replaces the row's references by row numbers in the store.
  template <typename Row>
  bool Narrow(Row& row) const {
    if constexpr (std::is_same_v<Row, StepPartsRow>) {
      if (!selection_.Mapped(row.step).valid()) return false;
    } else if constexpr (requires { row.step; }) {
      if (!selection_.Has(row.step, DeviceOf(row))) return false;
    }
    if constexpr (requires { row.snapshot; }) {
      if (!snapshots_[row.snapshot.row()].valid()) return false;
    }
    EachMember(row, [&](auto& member) { Map(member); });
    return true;
  }
  template <typename Row>
  DeviceId DeviceOf(const Row& row) const {
    if constexpr (requires { row.track; }) {
      return profile_.tracks[row.track].device;
    } else {
      return row.device;
    }
  }
  // Ids of other tables are unchanged, because all rows of those tables are written.
  template <typename T>
  void Map(const T&) const {}
  void Map(StringId& text) const { text = strings_.Mapped(text); }
  void Map(StepId& step) const { step = selection_.Mapped(step); }
  void Map(SnapshotId& snapshot) const {
    if (snapshot.valid()) snapshot = snapshots_[snapshot.row()];
  }

  void AddRows(table::Events, StoreTable& out) {
    for (const Track of : Tracks(profile_)) {
      const TrackId track = of.id;
      const Events& events = of.events;
      const std::vector<uint32_t> nesting = StoreNesting(events, LeftOut(track));
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (!Has(track, e)) continue;
        EventFact row{EventAt(events, e), track, nesting.empty() ? kNestedByTime : nesting[e]};
        EachMember(row, [&](auto& member) { Map(member); });
        if (!with_args_) row.args = EventRow::kNoArgs;
        out.Add(row);
      }
    }
  }

  bool Has(TrackId track, uint32_t event) const {
    return selection_.Has(profile_.events[track].step[event], profile_.tracks[track]);
  }

  // For each event, the number of the track's earlier events that are left out; the last entry is
  // the total. Empty if no event is left out.
  std::vector<uint32_t> LeftOut(TrackId track) const {
    if (selection_.all()) return {};
    std::vector<uint32_t> left_out = {0};
    for (uint32_t e = 0; e < profile_.events[track].size(); ++e) {
      left_out.push_back(left_out.back() + (Has(track, e) ? 0 : 1));
    }
    return left_out;
  }

  void AddRows(table::Flows, StoreTable& out) {
    if (profile_.flows.empty()) return;
    std::vector<std::vector<uint32_t>> left_out;
    for (const Track track : Tracks(profile_)) left_out.push_back(LeftOut(track.id));
    for (FlowRow row : profile_.flows.values()) {
      if (!Has(row.from.track, row.from.row) || !Has(row.to.track, row.to.row)) continue;
      for (EventId* end : {&row.from, &row.to}) {
        const std::vector<uint32_t>& of_track = left_out[end->track.row()];
        if (!of_track.empty()) end->row -= of_track[end->row];
      }
      EachMember(row, [&](auto& member) { Map(member); });
      out.Add(row);
    }
  }

  const Profile& profile_;
  const StoreSelection& selection_;
  const StoredStrings& strings_;
  const bool with_args_;
  StoreFrames& frames_;
  std::vector<SnapshotId> snapshots_;  // rows in the store
};

}  // namespace

absl::Status WriteStoreRows(const Profile& profile, const StoreSelection& selection,
                            const StoredStrings& strings, bool with_args, StoreFrames& frames) {
  return RowsWriter(profile, selection, strings, with_args, frames).Write();
}

}  // namespace profiler
