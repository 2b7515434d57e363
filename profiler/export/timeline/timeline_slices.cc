#include "profiler/export/timeline/timeline_slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/export/timeline/graph/timeline_lanes.h"

namespace profiler {

SliceDrawer::SliceDrawer(const TimelineSource& source, TraceWriter& writer,
                         TimelineProcesses& processes)
    : source_(source),
      profile_(source.profile),
      writer_(writer),
      processes_(processes),
      groups_(source.groups.all().size()) {
  PackedTable<NoId, FlowRow>::Reader flows(profile_.flows);
  for (uint32_t i : source.part.flows) {
    const FlowRow& flow = flows[i];
    for (EventId end : {flow.from, flow.to}) flow_ends_[{end.track, end.row}];
  }
}

absl::Status SliceDrawer::Draw(RunContext& context) {
  Collect();
  for (uint32_t group : NumberGroups()) {
    if (absl::Status status = context.Check(); !status.ok()) return status;
    DrawGroup(source_.groups.all()[group], groups_[group]);
    groups_[group] = Group();
  }
  return absl::OkStatus();
}

void SliceDrawer::Collect() {
  const DrawnOps& ops = source_.ops;
  for (EventId event : source_.part.events) {
    const OpId op = profile_.events[event.track].op[event.row];
    if (!ops.Has(op)) continue;
    Group& group = groups_[source_.groups.OfTrack(event.track)];
    group.events.push_back(event);
    group.rank = std::min(group.rank, ops.RankOf(op));
  }
  for (uint32_t i : source_.part.unplaced) {
    const UnplacedRow& row = profile_.unplaced[i];
    if (!ops.Has(row.op)) continue;
    const SourceId from = profile_.tracks[row.track].source;
    if (!source_.draws_out_of_range || row.reason != UnplacedReason::kOutOfRange ||
        profile_.sources[from].resolution_ps != kPicosPerMicro || row.duration < 0) {
      ++not_placed_;
      continue;
    }
    Group& group = groups_[source_.groups.OfTrack(row.track)];
    group.unplaced.push_back(i);
    group.rank = std::min(group.rank, ops.RankOf(row.op));
  }
}

// The groups to draw, ordered by their first op in the view, then by name.
std::vector<uint32_t> SliceDrawer::NumberGroups() {
  std::vector<uint32_t> order;
  for (uint32_t g = 0; g < groups_.size(); ++g) {
    if (!groups_[g].events.empty() || !groups_[g].unplaced.empty()) order.push_back(g);
  }
  const std::vector<TimelineGroup>& all = source_.groups.all();
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const TrackId x = all[a].tracks.front(), y = all[b].tracks.front();
    return std::tuple(groups_[a].rank, profile_.strings[profile_.tracks[x].name], a) <
           std::tuple(groups_[b].rank, profile_.strings[profile_.tracks[y].name], b);
  });
  for (uint32_t g : order) {
    groups_[g].pid = processes_.Add(all[g].name, source_.groups.SortKey(all[g]));
  }
  return order;
}

void SliceDrawer::DrawGroup(const TimelineGroup& group, const Group& drawn) {
  std::vector<Slice> slices = SlicesOf(drawn);
  if (group.is_lane) {
    PlaceOnLanes(slices, false, 0);
  } else {
    PlaceOnTracks(group, drawn.pid, slices);
  }
  std::stable_sort(slices.begin(), slices.end(),
                   [](const Slice& a, const Slice& b) { return a.tid < b.tid; });
  for (const Slice& slice : slices) Write(slice, group, drawn.pid);
}

// The slices of the group, sorted by start time, then by descending duration.
std::vector<SliceDrawer::Slice> SliceDrawer::SlicesOf(const Group& drawn) const {
  std::vector<Slice> slices;
  slices.reserve(drawn.events.size() + drawn.unplaced.size());
  for (EventId event : drawn.events) {
    const Events& events = profile_.events[event.track];
    const SourceId from = profile_.tracks[event.track].source;
    slices.push_back({source_.clock.At(from, events.begin[event.row]), events.duration[event.row],
                      source_.ops.RankOf(events.op[event.row]), event.track, event.row});
  }
  for (uint32_t i : drawn.unplaced) {
    const UnplacedRow& row = profile_.unplaced[i];
    const SourceId from = profile_.tracks[row.track].source;
    slices.push_back({source_.clock.Recorded(from, row.begin),
                      static_cast<Int128>(row.duration) * kPicosPerMicro,
                      source_.ops.RankOf(row.op), row.track, i, false});
  }
  std::sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
    return std::tuple(a.begin, -a.duration, a.rank, a.track, a.row) <
           std::tuple(b.begin, -b.duration, b.rank, b.track, b.row);
  });
  return slices;
}

void SliceDrawer::PlaceOnLanes(std::vector<Slice>& slices, bool nest, int64_t first_tid) {
  FlatLanes flat;
  NestedLanes nested;
  for (Slice& slice : slices) {
    const Int128 end = slice.begin + slice.duration;
    slice.tid = first_tid + (nest ? nested.Place(slice.begin, end) : flat.Place(slice.begin, end));
  }
}

// Each track has a row, and more if its events overlap.
void SliceDrawer::PlaceOnTracks(const TimelineGroup& group, int64_t pid,
                                std::vector<Slice>& slices) {
  absl::flat_hash_map<TrackId, std::vector<Slice>> by_track;
  for (const Slice& slice : slices) by_track[slice.track].push_back(slice);
  slices.clear();
  int64_t tid = 0;
  for (TrackId track : group.tracks) {
    const auto it = by_track.find(track);
    if (it == by_track.end()) continue;
    PlaceOnLanes(it->second, Nests(track), tid);
    const std::string_view name = profile_.strings[profile_.tracks[track].name];
    const int64_t first = tid;
    for (const Slice& slice : it->second) tid = std::max(tid, slice.tid + 1);
    for (int64_t row = first; row < tid; ++row) {
      writer_.NameThread({pid, row}, row == first ? std::string(name)
                                                  : fmt::format("{} ({})", name, row - first + 1));
    }
    slices.insert(slices.end(), it->second.begin(), it->second.end());
  }
}

bool SliceDrawer::Nests(TrackId track) const {
  const TrackKind kind = profile_.tracks[track].kind;
  return kind == TrackKind::kThread || kind == TrackKind::kMarker ||
         !profile_.events[track].parent.empty();
}

void SliceDrawer::Write(const Slice& slice, const TimelineGroup& group, int64_t pid) {
  OpId op;
  StepId step;
  StringId label;
  bool is_instant = false;
  if (slice.is_placed) {
    const Events& events = profile_.events[slice.track];
    op = events.op[slice.row];
    step = events.step[slice.row];
    if (!events.label.empty()) label = events.label[slice.row];
    is_instant = !events.kind.empty() && events.kind[slice.row] == EventKind::kInstant;
  } else {
    op = profile_.unplaced[slice.row].op;
    step = profile_.unplaced[slice.row].step;
  }
  const std::string_view label_text = profile_.strings[label];
  const std::string_view op_name =
      op.valid() ? profile_.strings[profile_.ops.row[op].name] : label_text;
  TraceArgs args;
  if (group.is_lane && label.valid()) args.Text("label", label_text);
  args.Text("name", op_name);
  const int64_t number = step.valid() ? profile_.steps[step].number : kUnknown;
  if (source_.shows_step && number != kUnknown) args.Integer("step", number);
  const std::string_view name = group.is_lane || !label.valid() ? op_name : label_text;
  const TraceLane lane{pid, slice.tid};
  if (is_instant) {
    writer_.Instant(lane, slice.begin, "Op", name, args);
  } else {
    writer_.Slice(lane, slice.begin, slice.duration, "Op", name, args);
  }
  Remember(slice, op, step, lane);
}

void SliceDrawer::Remember(const Slice& slice, OpId op, StepId step, TraceLane lane) {
  const TrackRow& track = profile_.tracks[slice.track];
  const DrawnSlice drawn{op, step, slice.track, lane, slice.begin, slice.begin + slice.duration};
  if (op.valid() && track.kind == TrackKind::kLane && track.role == TrackRole::kExec &&
      track.device.valid()) {
    executions_.push_back(drawn);
  }
  if (!slice.is_placed || flow_ends_.empty()) return;
  const auto end = flow_ends_.find({slice.track, slice.row});
  if (end != flow_ends_.end()) end->second = drawn;
}

const DrawnSlice* SliceDrawer::FlowEnd(EventId event) const {
  const auto end = flow_ends_.find({event.track, event.row});
  return end == flow_ends_.end() || !end->second.track.valid() ? nullptr : &end->second;
}

}  // namespace profiler
