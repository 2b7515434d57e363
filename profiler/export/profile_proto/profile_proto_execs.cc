#include "profiler/export/profile_proto/profile_proto_execs.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "profiler/analysis/selection/event_scan.h"

namespace profiler {
namespace {

using protozero::pbf_writer;
using LaneKind = ExportedLanes::Kind;

void AddKnown(pbf_writer& message, uint32_t number, int64_t value) {
  if (value != 0 && value != kUnknown) message.add_int64(number, value);
}

void AddTuple(pbf_writer& message, int64_t first, int64_t second) {
  pbf_writer tuple(message, 1);
  const int64_t values[] = {first, second};
  tuple.add_packed_int64(1, std::begin(values), std::end(values));
}

// The row numbers of a table, grouped by the id that each row refers to.
template <typename IdType, typename Rows, typename OwnerOf>
ListColumn<IdType, uint32_t> GroupRows(const Rows& rows, size_t owners, const OwnerOf& owner_of) {
  std::vector<std::pair<IdType, uint32_t>> items;
  for (uint32_t i = 0; i < rows.size(); ++i) {
    if (owner_of(rows[i]).valid()) items.emplace_back(owner_of(rows[i]), i);
  }
  return {items, owners};
}

}  // namespace

ExecProfileWriter::ExecProfileWriter(const Selected& selected, const Query& query,
                                     const ExportedSteps& steps, const ExportedLanes& lanes)
    : profile_(selected.profile()),
      steps_(steps),
      lanes_(lanes),
      source_filter_(selected.source_filter()),
      compat_tfprof_(query.compat_tfprof) {
  PlaceSources();
  GroupByOp();
}

// A source without a wall clock starts at 1 us, because 0 would mean an unknown start.
void ExecProfileWriter::PlaceSources() {
  constexpr int64_t kNoEvent = std::numeric_limits<int64_t>::max();
  std::vector<int64_t> first(profile_.sources.size(), kNoEvent);
  const auto take = [&](SourceId source, int64_t time) {
    if (time != kUnknown) first[source.row()] = std::min(first[source.row()], time);
  };
  for (const Track track : Tracks(profile_)) {
    if (track.events.size() > 0) take(track.row.source, track.events.begin[0]);
  }
  for (const ExecRow& row : profile_.execs().row.values()) {
    if (row.step.valid()) take(profile_.steps[row.step].source, row.first_start);
  }
  for (uint32_t i = 0; i < profile_.sources.size(); ++i) {
    const SourceRow& source = profile_.sources[SourceId(i)];
    Int128 zero = source.clock_offset_ps;
    if (source.epoch_ns != kUnknown) {
      zero += static_cast<Int128>(source.epoch_ns) * 1000;
    } else if (first[i] != kNoEvent) {
      zero = kPicosPerMicro - static_cast<Int128>(first[i]);
    }
    time_zero_.push_back(zero);
  }
}

void ExecProfileWriter::GroupByOp() {
  const size_t ops = profile_.op_count();
  std::vector<std::pair<OpId, EventId>> events;
  for (const Track track : Tracks(profile_)) {
    if (lanes_[track.id].kind == LaneKind::kNone) continue;
    const std::vector<OpId>& op = track.events.op;
    for (uint32_t e = 0; e < op.size(); ++e) {
      if (op[e].valid()) events.push_back({op[e], {track.id, e}});
    }
  }
  events_ = {events, ops};
  std::vector<std::pair<OpId, SnapshotId>> snapshots;
  for (uint32_t i = 0; i < profile_.snapshots.size(); ++i) {
    snapshots.emplace_back(profile_.snapshots[SnapshotId(i)].op, SnapshotId(i));
  }
  snapshots_ = {snapshots, ops};
  const auto op_of = [](const auto& row) { return row.op; };
  unplaced_ = GroupRows<OpId>(profile_.unplaced, ops, op_of);
  lanes_seen_ = GroupRows<OpId>(profile_.lanes_seen, ops, op_of);
  allocations_ = GroupRows<OpId>(profile_.allocations, ops, op_of);
  outputs_ = GroupRows<SnapshotId>(profile_.outputs, profile_.snapshots.size(),
                                   [](const OutputRow& row) { return row.snapshot; });
}

void ExecProfileWriter::Write(OpId op, DeviceId device, pbf_writer& node) {
  FactsByStep by_step;
  const Execution of{op, device, by_step};
  AddExecs(of);
  for (EventId event : events_[op]) AddEvent(of, event);
  for (uint32_t row : unplaced_[op]) AddUnplaced(of, profile_.unplaced[row]);
  AddLanesSeen(of);
  AddMemory(of);
  for (auto& [step, facts] : by_step) {
    pbf_writer entry(node, 12);
    entry.add_int64(1, step);
    pbf_writer exec(entry, 2);
    WriteFacts(facts, exec);
  }
}

ExecProfileWriter::Facts* ExecProfileWriter::Find(const Execution& of, StepId step,
                                                  DeviceId where) {
  if (!steps_.Has(step) || !source_filter_.Has(step, where)) return nullptr;
  return &of.facts[steps_.NumberOf(step)];
}

bool ExecProfileWriter::IsDropped(const Execution& of, TrackId track) const {
  const TrackRow& row = profile_.tracks[track];
  return row.device != of.device && ByTfprofsRules(row.source) &&
         lanes_[track].kind == LaneKind::kCpu;
}

// Adds only recorded totals; the other totals are computed from events.
void ExecProfileWriter::AddExecs(const Execution& of) {
  const auto [first, last] = profile_.ExecsOf(of.op);
  for (uint32_t i = first; i < last; ++i) {
    const ExecRow& row = profile_.execs().row[ExecId(i)];
    if (row.origin == Origin::kDerived && row.runs == kUnknown) continue;
    // tfprof counts the kept executions itself.
    if (!row.step.valid() || ByTfprofsRules(profile_.steps[row.step].source)) continue;
    Facts* facts = Find(of, row.step, row.device);
    if (facts == nullptr) continue;
    if (row.runs != kUnknown && row.device == of.device) {
      facts->runs = row.runs + std::max<int64_t>(facts->runs, 0);
    } else if (row.runs != kUnknown) {
      facts->runs_elsewhere += row.runs;
    }
    if (row.origin != Origin::kRecorded) continue;
    const int64_t start = MicrosOf(row.step, row.first_start);
    const int64_t end = MicrosOf(row.step, row.last_end);
    facts->recorded = true;
    if (row.first_start != kUnknown) {
      facts->first_start =
          facts->first_start == kUnknown ? start : std::min(facts->first_start, start);
    }
    if (row.last_end != kUnknown) facts->last_end = std::max(facts->last_end, end);
  }
}

void ExecProfileWriter::AddEvent(const Execution& of, EventId event) {
  const TrackRow& track = profile_.tracks[event.track];
  const Events& events = profile_.events[event.track];
  const ExportedLanes::Lane& lane = lanes_[event.track];
  if (IsDropped(of, event.track)) return;
  const StepId step = events.step[event.row];
  if (!step.valid() && source_filter_.Has(track)) ++outside_steps_;
  Facts* facts = Find(of, step, track.device);
  if (facts == nullptr) return;
  facts->lanes.insert(lane.name);
  const int64_t start = Micros(track.source, events.begin[event.row]);
  // Self time, so that the sum over ops is the elapsed time.
  const int64_t duration = RoundedMicros(events.selves()[event.row]);
  if (!facts->recorded) {
    const int64_t end = start + RoundedMicros(events.duration[event.row]);
    facts->first_start =
        facts->first_start == kUnknown ? start : std::min(facts->first_start, start);
    facts->last_end = std::max(facts->last_end, end);
  }
  if (lane.kind == LaneKind::kCpu) {
    facts->cpu[lane.name].push_back({start, duration});
    if (ByTfprofsRules(track.source)) facts->runs = 1 + std::max<int64_t>(facts->runs, 0);
  } else if (lane.kind == LaneKind::kAccelerator) {
    facts->accelerator[lane.name].push_back({start, duration});
  }
}

void ExecProfileWriter::AddUnplaced(const Execution& of, const UnplacedRow& row) {
  const TrackRow& track = profile_.tracks[row.track];
  const ExportedLanes::Lane& lane = lanes_[row.track];
  if (lane.kind == LaneKind::kNone || IsDropped(of, row.track)) return;
  Facts* facts = Find(of, row.step, track.device);
  if (facts == nullptr) return;
  facts->lanes.insert(lane.name);
  // tfprof ignores executions without a place on a track.
  if (lane.kind == LaneKind::kOverlay || ByTfprofsRules(track.source)) return;
  TimesByLane& times = lane.kind == LaneKind::kCpu ? facts->cpu : facts->accelerator;
  const int64_t unit = profile_.sources[track.source].resolution_ps;
  if (unit == kPicosPerMicro) {
    times[lane.name].push_back({row.begin, row.duration});
  } else {
    times[lane.name].push_back({0, RoundedMicros(static_cast<Int128>(row.duration) * unit)});
  }
}

void ExecProfileWriter::AddLanesSeen(const Execution& of) {
  for (uint32_t i : lanes_seen_[of.op]) {
    const LaneSeenRow& row = profile_.lanes_seen[i];
    if (lanes_[row.track].kind == LaneKind::kNone || IsDropped(of, row.track)) continue;
    Facts* facts = Find(of, row.step, profile_.tracks[row.track].device);
    if (facts != nullptr) facts->lanes.insert(lanes_[row.track].name);
  }
}

void ExecProfileWriter::AddMemory(const Execution& of) {
  const auto by_tfprofs_rules = [&](StepId step) {
    return step.valid() && ByTfprofsRules(profile_.steps[step].source);
  };
  for (SnapshotId id : snapshots_[of.op]) {
    const SnapshotRow& row = profile_.snapshots[id];
    // tfprof skips executions without a start and executions on a second device.
    const bool dropped = row.device != of.device || row.time == kUnknown;
    if (dropped && by_tfprofs_rules(row.step)) continue;
    if (Facts* facts = Find(of, row.step, row.device)) facts->snapshots.push_back(id);
  }
  for (uint32_t i : allocations_[of.op]) {
    const AllocationRow& row = profile_.allocations[i];
    const std::string_view allocator = profile_.strings[row.allocator];
    if (row.allocator.valid() && allocator.find("GPU") == std::string_view::npos) continue;
    if (row.device != of.device && by_tfprofs_rules(row.step)) continue;
    if (Facts* facts = Find(of, row.step, row.device)) facts->allocations.push_back(i);
  }
}

int64_t ExecProfileWriter::Micros(SourceId source, int64_t time) {
  const Int128 wall = time_zero_[source.row()] + time;
  Int128 micros = wall / kPicosPerMicro;
  if (micros * kPicosPerMicro != wall) {
    ++rounded_;
    if (wall < 0) --micros;
  }
  return static_cast<int64_t>(micros);
}

int64_t ExecProfileWriter::RoundedMicros(Int128 picos) {
  const Int128 micros = (picos + (picos < 0 ? -1 : 1) * kPicosPerMicro / 2) / kPicosPerMicro;
  if (micros * kPicosPerMicro != picos) ++rounded_;
  return static_cast<int64_t>(micros);
}

void ExecProfileWriter::WriteFacts(Facts& facts, pbf_writer& exec) {
  AddKnown(exec, 1, facts.runs != kUnknown ? facts.runs : facts.runs_elsewhere);
  AddKnown(exec, 2, facts.first_start);
  AddKnown(exec, 3, facts.last_end);
  const auto write_times = [&](TimesByLane& times, uint32_t number) {
    for (auto& [lane, tuples] : times) {
      std::stable_sort(tuples.begin(), tuples.end(),
                       [](const Time& a, const Time& b) { return a.start < b.start; });
      pbf_writer entry(exec, number);
      entry.add_string(1, lane.data(), lane.size());
      pbf_writer exec_time(entry, 2);
      for (const Time& time : tuples) AddTuple(exec_time, time.start, time.duration);
    }
  };
  write_times(facts.accelerator, 4);
  write_times(facts.cpu, 5);
  for (std::string_view lane : facts.lanes) exec.add_string(6, lane.data(), lane.size());
  for (SnapshotId id : facts.snapshots) WriteSnapshot(id, exec);
  for (uint32_t i : facts.allocations) WriteAllocation(profile_.allocations[i], exec);
}

void ExecProfileWriter::WriteSnapshot(SnapshotId id, pbf_writer& exec) {
  const SnapshotRow& row = profile_.snapshots[id];
  std::string bytes;  // not in place: that would omit a message of zeros
  pbf_writer memory(bytes);
  AddKnown(memory, 1, MicrosOf(row.step, row.time));
  AddKnown(memory, 2, row.host_temp_bytes);
  AddKnown(memory, 3, row.host_persistent_bytes);
  AddKnown(memory, 4, row.accelerator_temp_bytes);
  AddKnown(memory, 5, row.accelerator_persistent_bytes);
  AddKnown(memory, 6, row.requested_bytes);
  AddKnown(memory, 7, row.peak_bytes);
  AddKnown(memory, 8, row.residual_bytes);
  AddKnown(memory, 9, row.output_bytes);
  AddKnown(memory, 10, row.allocator_bytes_in_use);
  std::map<int32_t, OutputRow> by_slot;  // the last output of a slot wins
  for (uint32_t i : outputs_[id]) {
    const OutputRow& output = profile_.outputs[i];
    if (output.bytes != kUnknown) by_slot[output.slot] = output;
  }
  for (const auto& [slot, output] : by_slot) {
    pbf_writer entry(memory, 11);
    entry.add_int32(1, slot);
    pbf_writer value(entry, 2);
    AddKnown(value, 1, output.bytes);
    if (output.address != 0) value.add_uint64(2, output.address);
  }
  exec.add_message(7, bytes);
}

void ExecProfileWriter::WriteAllocation(const AllocationRow& row, pbf_writer& exec) {
  std::string bytes;
  pbf_writer allocation(bytes);
  AddKnown(allocation, 1, MicrosOf(row.step, row.time));
  AddKnown(allocation, 2, row.delta);
  exec.add_message(11, bytes);
}

}  // namespace profiler
