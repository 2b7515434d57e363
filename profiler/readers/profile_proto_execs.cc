#include "profiler/readers/profile_proto_execs.h"

#include <algorithm>

#include "profiler/store/device_name.h"

namespace profiler {

using protozero::pbf_reader;

void ExecProfileReader::Read(OpId op, StepId step, DeviceId device, std::string_view record) {
  const Execution of{op, step, device};
  seen_.clear();
  timed_.clear();
  ExecRow row;
  row.op = op;
  row.step = step;
  row.device = device;
  row.runs = 0;
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case VarintField(1):
        row.runs = message.get_int64();
        break;
      case VarintField(2):
        row.first_start = Time(message.get_int64());
        break;
      case VarintField(3):
        row.last_end = Time(message.get_int64());
        break;
      case BytesField(4):
        ReadTimes(of, true, Text(message));
        break;
      case BytesField(5):
        ReadTimes(of, false, Text(message));
        break;
      case BytesField(6):
        seen_.push_back(Text(message));
        break;
      case BytesField(7):
        ReadMemory(of, Text(message));
        break;
      case BytesField(11):
        ReadAllocation(of, Text(message));
        break;
      default:
        place_.SkipUnknown(message, 11, record);
    }
  }
  builder_.AddExec(row);
  ReadLanesSeen(of);
}

// One entry of accelerator_execs or cpu_execs: lane name to ExecTime.
void ExecProfileReader::ReadTimes(const Execution& of, bool accelerator, std::string_view entry) {
  std::string_view name, times;
  pbf_reader message = Message(entry);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):
        name = Text(message);
        break;
      case BytesField(2):
        times = Text(message);
        break;
      default:
        place_.SkipUnknown(message, 2, entry);
    }
  }
  timed_.push_back(name);
  has_accelerator_times_ |= accelerator;
  const TrackId lane = FindLane(of, accelerator, name, TrackRole::kExec);
  builder_.track(lane).role = TrackRole::kExec;  // whatever its name: the writer sums it
  pbf_reader tuples = Message(times);
  while (tuples.next()) {
    if (tuples.tag_and_type() == BytesField(1)) {
      ReadTime(of, lane, Text(tuples));
    } else {
      place_.SkipUnknown(tuples, 1, times);
    }
  }
}

// A Tuple of start and duration, in microseconds.
void ExecProfileReader::ReadTime(const Execution& of, TrackId lane, std::string_view tuple) {
  int64_t values[2] = {0, 0};
  int count = 0;
  const auto take = [&](int64_t value) {
    if (count < 2) values[count] = value;
    ++count;
  };
  pbf_reader message = Message(tuple);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):
        for (int64_t value : message.get_packed_int64()) take(value);
        break;
      case VarintField(1):
        take(message.get_int64());
        break;
      default:
        place_.SkipUnknown(message, 1, tuple);
    }
  }
  if (count < 2) return place_.Count(ImportProblem::kMalformedTime, tuple);
  if (count > 2) place_.Count(ImportProblem::kMalformedField, tuple);
  const int64_t start = values[0], duration = values[1];
  EventRow event;
  event.op = of.op;
  event.step = of.step;
  event.begin = Time(start);
  int64_t end = 0;
  if (start == 0) {
    Unplace(of, lane, values, UnplacedReason::kZeroStart, tuple);
  } else if (duration < 0) {
    Unplace(of, lane, values, UnplacedReason::kNegativeDuration, tuple);
  } else if (event.begin == kUnknown || !MicrosToPicos(duration, event.duration) ||
             __builtin_add_overflow(event.begin, event.duration, &end)) {
    Unplace(of, lane, values, UnplacedReason::kOutOfRange, tuple);
  } else {
    builder_.AddEvent(lane, event);
  }
}

void ExecProfileReader::Unplace(const Execution& of, TrackId lane, const int64_t (&time)[2],
                                UnplacedReason reason, std::string_view tuple) {
  constexpr ImportProblem kProblems[] = {
      ImportProblem::kZeroStart, ImportProblem::kNegativeDuration, ImportProblem::kTimeOutOfRange};
  place_.Count(kProblems[static_cast<size_t>(reason)], tuple);
  builder_.AddUnplaced({of.op, of.step, lane, time[0], time[1], reason});
}

void ExecProfileReader::ReadMemory(const Execution& of, std::string_view record) {
  SnapshotRow row;
  row.op = of.op;
  row.step = of.step;
  row.device = of.device;
  // The writer leaves out what is 0; it always knows these.
  row.requested_bytes = row.peak_bytes = row.residual_bytes = row.output_bytes = 0;
  row.host_temp_bytes = row.host_persistent_bytes = 0;
  row.accelerator_temp_bytes = row.accelerator_persistent_bytes = 0;
  row.allocator_bytes_in_use = 0;
  outputs_.clear();
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case VarintField(1):
        row.time = Time(message.get_int64());
        break;
      case VarintField(2):
        row.host_temp_bytes = message.get_int64();
        break;
      case VarintField(3):
        row.host_persistent_bytes = message.get_int64();
        break;
      case VarintField(4):
        row.accelerator_temp_bytes = message.get_int64();
        break;
      case VarintField(5):
        row.accelerator_persistent_bytes = message.get_int64();
        break;
      case VarintField(6):
        row.requested_bytes = message.get_int64();
        break;
      case VarintField(7):
        row.peak_bytes = message.get_int64();
        break;
      case VarintField(8):
        row.residual_bytes = message.get_int64();
        break;
      case VarintField(9):
        row.output_bytes = message.get_int64();
        break;
      case VarintField(10):
        row.allocator_bytes_in_use = message.get_int64();
        break;
      case BytesField(11):
        outputs_.push_back(Text(message));
        break;
      default:
        place_.SkipUnknown(message, 11, record);
    }
  }
  const SnapshotId snapshot = builder_.AddSnapshot(row);
  for (std::string_view output : outputs_) ReadOutput(snapshot, output);
}

// One entry of output_memory: slot to Memory.
void ExecProfileReader::ReadOutput(SnapshotId snapshot, std::string_view entry) {
  OutputRow row;
  row.snapshot = snapshot;
  row.bytes = 0;
  pbf_reader message = Message(entry);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case VarintField(1):
        row.slot = message.get_int32();
        break;
      case BytesField(2): {
        pbf_reader memory = message.get_message();
        while (memory.next()) {
          switch (memory.tag_and_type()) {
            case VarintField(1):
              row.bytes = memory.get_int64();
              break;
            case VarintField(2):
              row.address = memory.get_uint64();
              break;
            default:
              place_.SkipUnknown(memory, 2, entry);
          }
        }
        break;
      }
      default:
        place_.SkipUnknown(message, 2, entry);
    }
  }
  builder_.AddOutput(row);
}

void ExecProfileReader::ReadAllocation(const Execution& of, std::string_view record) {
  AllocationRow row;
  row.op = of.op;
  row.step = of.step;
  row.device = of.device;
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case VarintField(1):
        row.time = Time(message.get_int64());
        break;
      case VarintField(2):
        row.delta = message.get_int64();
        break;
      default:
        place_.SkipUnknown(message, 2, record);
    }
  }
  builder_.AddAllocation(row);
}

void ExecProfileReader::ReadLanesSeen(const Execution& of) {
  constexpr size_t kFew = 8;  // to look through as they stand
  if (timed_.size() > kFew) std::sort(timed_.begin(), timed_.end());
  for (std::string_view name : seen_) {
    if (timed_.size() > kFew ? std::binary_search(timed_.begin(), timed_.end(), name)
                             : std::find(timed_.begin(), timed_.end(), name) != timed_.end()) {
      continue;
    }
    // Beside stream:all, which holds them all, single streams and copies are overlays.
    const std::string_view part = SplitLane(name).part;
    const bool overlay = !part.empty() && part != "stream:all";
    const TrackId lane =
        FindLane(of, !part.empty(), name, overlay ? TrackRole::kOverlay : TrackRole::kExec);
    builder_.AddLaneSeen({of.op, of.step, lane});
  }
}

TrackId ExecProfileReader::FindLane(const Execution& of, bool accelerator, std::string_view name,
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

TrackId ExecProfileReader::MakeLane(const Execution& of, bool accelerator, std::string_view name,
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
