#include "profiler/readers/tfprof/nodes/profile_proto_execs.h"

#include <algorithm>

#include "profiler/store/device_name.h"

namespace profiler {

ExecWriter::ExecWriter(SourceId source, ProfileBuilder& builder, const Place& place, size_t threads)
    : source_(source),
      builder_(builder),
      place_(place),
      snapshots_(builder.snapshot_count()),
      packer_(threads, [this](Rows& rows) { Pack(rows); }) {}

void ExecWriter::Finish() {
  packer_.Hand(rows_);
  packer_.Finish();
}

void ExecWriter::Pack(Rows& rows) {
  for (const ExecRow& row : rows.execs) builder_.AddExec(row);
  for (const SnapshotRow& row : rows.snapshots) builder_.AddSnapshot(row);
  for (const OutputRow& row : rows.outputs) builder_.AddOutput(row);
  rows.execs.clear();
  rows.snapshots.clear();
  rows.outputs.clear();
}

void ExecWriter::Write(OpId op, DeviceId device, const ExecFacts& facts, size_t first,
                       size_t last) {
  constexpr size_t kRowsAtOnce = 4096;
  ExecFacts::Exec before = first == 0 ? ExecFacts::Exec() : facts.execs[first - 1];
  for (size_t i = first; i < last; ++i) {
    const ExecFacts::Exec& exec = facts.execs[i];
    const Execution of{op, StepOf(i - first, exec.step), device};
    ExecRow row;
    row.op = of.op;
    row.step = of.step;
    row.device = of.device;
    row.runs = exec.runs;
    row.first_start = Time(exec.start);
    row.last_end = Time(exec.end);
    timed_.clear();
    for (size_t l = before.lanes_end; l < exec.lanes_end; ++l) {
      WriteLane(of, facts.lanes[l], facts, l == 0 ? 0 : facts.lanes[l - 1].times_end);
    }
    for (size_t s = before.snapshots_end; s < exec.snapshots_end; ++s) {
      WriteSnapshot(of, facts.snapshots[s].row, facts,
                    s == 0 ? 0 : facts.snapshots[s - 1].outputs_end,
                    facts.snapshots[s].outputs_end);
    }
    for (size_t a = before.allocations_end; a < exec.allocations_end; ++a) {
      AllocationRow allocation;
      allocation.op = of.op;
      allocation.step = of.step;
      allocation.device = of.device;
      allocation.time = Time(facts.allocations[a].time);
      allocation.delta = facts.allocations[a].delta;
      builder_.AddAllocation(allocation);
    }
    if (exec.is_whole) {
      rows_.execs.push_back(row);
      WriteLanesSeen(of, facts, before.seen_end, exec.seen_end);
    }
    before = exec;
    if (rows_.execs.size() + rows_.snapshots.size() + rows_.outputs.size() >= kRowsAtOnce) {
      packer_.Hand(rows_);
    }
  }
}

// Most nodes ran in the steps of the previous node.
StepId ExecWriter::StepOf(size_t place, int64_t number) {
  if (place >= last_steps_.size()) last_steps_.resize(place + 1);
  auto& [last_number, step] = last_steps_[place];
  if (!step.valid() || last_number != number) {
    last_number = number;
    step = builder_.Step(source_, number);
  }
  return step;
}

void ExecWriter::WriteLane(const Execution& of, const ExecFacts::Lane& lane, const ExecFacts& facts,
                           size_t first_time) {
  timed_.push_back(lane.name);
  has_accelerator_times_ |= lane.accelerator;
  const TrackId track = FindLane(of, lane.accelerator, lane.name, TrackRole::kExec);
  builder_.track(track).role = TrackRole::kExec;  // whatever its name, as the writer sums it
  for (size_t t = first_time; t < lane.times_end; ++t) WriteTime(of, track, facts.times[t]);
}

void ExecWriter::WriteTime(const Execution& of, TrackId lane, const ExecFacts::Time& time) {
  EventRow event;
  event.op = of.op;
  event.step = of.step;
  event.begin = Time(time.start);
  int64_t end = 0;
  if (time.start == 0) {
    Unplace(of, lane, time, UnplacedReason::kZeroStart);
  } else if (time.duration < 0) {
    Unplace(of, lane, time, UnplacedReason::kNegativeDuration);
  } else if (event.begin == kUnknown || !MicrosToPicos(time.duration, event.duration) ||
             __builtin_add_overflow(event.begin, event.duration, &end)) {
    Unplace(of, lane, time, UnplacedReason::kOutOfRange);
  } else {
    builder_.AddEvent(lane, event);
  }
}

void ExecWriter::Unplace(const Execution& of, TrackId lane, const ExecFacts::Time& time,
                         UnplacedReason reason) {
  constexpr ImportProblem kProblems[] = {
      ImportProblem::kZeroStart, ImportProblem::kNegativeDuration, ImportProblem::kTimeOutOfRange};
  place_.Count(kProblems[static_cast<size_t>(reason)], time.at);
  builder_.AddUnplaced({of.op, of.step, lane, time.start, time.duration, reason});
}

void ExecWriter::WriteSnapshot(const Execution& of, SnapshotRow row, const ExecFacts& facts,
                               size_t first_output, size_t last_output) {
  row.op = of.op;
  row.step = of.step;
  row.device = of.device;
  row.time = Time(row.time);
  rows_.snapshots.push_back(row);
  const SnapshotId snapshot(snapshots_++);
  for (size_t o = first_output; o < last_output; ++o) {
    OutputRow output = facts.outputs[o];
    output.snapshot = snapshot;
    rows_.outputs.push_back(output);
  }
}

void ExecWriter::WriteLanesSeen(const Execution& of, const ExecFacts& facts, size_t first_seen,
                                size_t last_seen) {
  constexpr size_t kFew = 8;  // few enough for a linear search
  if (timed_.size() > kFew) std::sort(timed_.begin(), timed_.end());
  for (size_t s = first_seen; s < last_seen; ++s) {
    const std::string_view name = facts.seen[s];
    if (timed_.size() > kFew ? std::binary_search(timed_.begin(), timed_.end(), name)
                             : std::find(timed_.begin(), timed_.end(), name) != timed_.end()) {
      continue;
    }
    // Next to stream:all, which contains them all, single streams and copies are overlays.
    const std::string_view part = SplitLane(name).part;
    const bool overlay = !part.empty() && part != "stream:all";
    const TrackId lane =
        FindLane(of, !part.empty(), name, overlay ? TrackRole::kOverlay : TrackRole::kExec);
    builder_.AddLaneSeen({of.op, of.step, lane});
  }
}

TrackId ExecWriter::FindLane(const Execution& of, bool accelerator, std::string_view name,
                             TrackRole role) {
  const DeviceId device = accelerator ? of.device : DeviceId();
  auto& last = last_lane_[accelerator];
  if (last.lane.valid() && last.device == device && last.name == name) return last.lane;
  auto [it, is_new] =
      lanes_[accelerator].try_emplace({absl::string_view(name.data(), name.size()), device});
  if (is_new) it->second = MakeLane(of, accelerator, name, role);
  last = {name, device, it->second};
  return it->second;
}

TrackId ExecWriter::MakeLane(const Execution& of, bool accelerator, std::string_view name,
                             TrackRole role) {
  on_gpu_ |= name.find("gpu") != std::string_view::npos;
  TrackRow track;
  track.source = source_;
  track.name = builder_.Intern(name);
  track.kind = TrackKind::kLane;
  track.role = role;
  std::string_view device = name;
  if (accelerator) {
    const LaneName lane = SplitLane(name);
    device = lane.device;
    track.kind = lane.part.substr(0, 6) == "memcpy" ? TrackKind::kCopyQueue : TrackKind::kStream;
    // Lanes are named without job and task: `/device:gpu:0/stream:all` is on the op's own GPU 0.
    const std::string_view own =
        of.device.valid() ? builder_.strings()[builder_.device(of.device).name] : "";
    if (own.size() > device.size() && own.substr(own.size() - device.size()) == device) {
      device = own;
    }
  }
  track.device = builder_.Device(device);
  return builder_.Track(track);
}

}  // namespace profiler
