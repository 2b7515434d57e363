#include "profiler/readers/torch_snapshot/torch_snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/readers/torch_snapshot/allocator_state.h"
#include "profiler/readers/torch_snapshot/pickle.h"
#include "profiler/readers/torch_snapshot/snapshot_facts.h"
#include "profiler/readers/torch_snapshot/snapshot_stacks.h"

namespace profiler {
namespace torch_snapshot {
namespace {

constexpr int64_t kBillion = 1'000'000'000;

// How PyTorch's allocator cuts blocks (c10/cuda/CUDACachingAllocator.cpp, round_size() and
// should_split()): sizes are multiples of kLeastBlock, and a block larger than kSmallSize takes
// what would be left beside it, up to kSmallSize, unless segments are expandable.
constexpr uint64_t kLeastBlock = 512, kSmallSize = uint64_t{1} << 20;

uint64_t Rounded(uint64_t requested) {
  return std::max<uint64_t>((requested + kLeastBlock - 1) / kLeastBlock * kLeastBlock, kLeastBlock);
}

// Whether what the allocator has changes.
bool Changes(Action action) { return action != Action::kOther && action != Action::kOutOfMemory; }

// A change, or the reverse of it.
bool Apply(const EventFact& event, bool forward, uint64_t room, AllocatorState& state) {
  const bool adds = event.action == Action::kAlloc || event.action == Action::kSegmentAlloc ||
                    event.action == Action::kMap;
  const bool joins = event.action == Action::kMap || event.action == Action::kUnmap;
  if (event.action == Action::kAlloc || event.action == Action::kFree) {
    return adds == forward ? state.AddBlock(event.address, room)
                           : state.RemoveBlock(event.address, room);
  }
  return adds == forward ? state.AddSegment(event.address, event.size, joins)
                         : state.RemoveSegment(event.address, event.size);
}

// Writes the allocations of one device.
class DeviceWriter {
 public:
  DeviceWriter(const DeviceFacts& facts, SourceId source, int64_t epoch_us, DeviceId device,
               SnapshotStacks& stacks, ProfileBuilder& builder)
      : facts_(facts), epoch_us_(epoch_us), stacks_(stacks), builder_(builder) {
    row_.source = source;
    row_.device = device;
  }

  // The snapshot has the state at the end, and the changes that led to it: so it is undone first,
  // and then done again with a row for each change.
  absl::Status Write(RunContext& context) {
    Restore();
    PROFILER_RETURN_IF_ERROR(context.Check());
    for (size_t i = facts_.events.size(); i-- > 0;) {
      if (i % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      Undo(facts_.events[i], i);
    }
    AddHeld();
    for (size_t i = 0; i < facts_.events.size(); ++i) {
      if (i % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      Redo(facts_.events[i], i);
    }
    return absl::OkStatus();
  }

  // Changes that contradict the state, which happens if the recorder lost some.
  int64_t contradictions() const { return contradictions_; }

 private:
  void Restore() {
    for (const SegmentFact& segment : facts_.segments) {
      state_.AddSegment(segment.address, segment.size, segment.is_expandable);
      is_expandable_ |= segment.is_expandable;
    }
    for (const BlockFact& block : facts_.blocks) {
      state_.AddBlock(block.address, block.room);
      held_[block.address] = &block;
    }
  }

  void Undo(const EventFact& event, size_t i) {
    if (!Changes(event.action)) return;
    is_expandable_ |= event.action == Action::kMap;
    if (event.action == Action::kAlloc) {
      const auto block = held_.find(event.address);
      if (block != held_.end()) room_of_event_[i] = block->second->room;
      held_.erase(event.address);
    }
    Apply(event, false, Rounded(event.size), state_);
  }

  // What was there when the recording began, and until its end.
  void AddHeld() {
    for (const BlockFact& block : facts_.blocks) {
      const auto it = held_.find(block.address);
      if (it == held_.end() || it->second != &block || block.requested == 0) continue;
      row_.held_before = true;
      row_.op = stacks_.OpOf(block.frames);
      AddRow(TimeOf(0), block.address, static_cast<int64_t>(block.room));
    }
    // Nothing may be held, and the segments are known all the same.
    row_.held_before = true;
    row_.op = OpId();
    AddRow(TimeOf(0), 0, 0);
    row_.held_before = false;
  }

  void Redo(const EventFact& event, size_t i) {
    if (event.action == Action::kOutOfMemory) return AddRefused(event, i);
    if (!Changes(event.action)) return;
    const auto before = static_cast<uint64_t>(state_.allocated());
    if (!Apply(event, true, RoomFor(event, i), state_)) ++contradictions_;
    const uint64_t change = static_cast<uint64_t>(state_.allocated()) - before;  // sums may wrap
    row_.op = event.action == Action::kAlloc ? stacks_.OpOf(event.frames) : OpId();
    AddRow(TimeOf(i), event.address, static_cast<int64_t>(change));
  }

  // What the event's block takes. Of blocks that are still there at the end that is recorded.
  uint64_t RoomFor(const EventFact& event, size_t i) {
    const uint64_t room = Rounded(event.size);
    if (event.action != Action::kAlloc) return room;
    const auto known = room_of_event_.find(i);
    if (known != room_of_event_.end()) return std::max(known->second, event.size);
    if (room <= kSmallSize || is_expandable_) return room;
    const uint64_t free = state_.FreeFrom(event.address);
    return free > room && free - room <= kSmallSize ? free : room;
  }

  void AddRefused(const EventFact& event, size_t i) {
    row_.op = stacks_.OpOf(event.frames);
    row_.refused = static_cast<int64_t>(event.size);
    row_.device_free = static_cast<int64_t>(event.device_free);
    AddRow(TimeOf(i), 0, 0);
    row_.refused = row_.device_free = kUnknown;
  }

  // Events of old recorders have no times: then their order counts as microseconds.
  int64_t TimeOf(size_t i) const {
    if (facts_.events.empty()) return 0;
    const int64_t time = facts_.events[i].time_us;
    if (time == kUnknown || epoch_us_ == kUnknown) return static_cast<int64_t>(i) * kPicosPerMicro;
    const Int128 picos = (static_cast<Int128>(time) - epoch_us_) * kPicosPerMicro;
    return static_cast<int64_t>(std::clamp<Int128>(picos, 0, INT64_MAX / 2));
  }

  void AddRow(int64_t time, uint64_t address, int64_t delta) {
    row_.time = time;
    row_.address = address;
    row_.delta = delta;
    row_.total_allocated = std::max<int64_t>(state_.allocated(), 0);
    row_.total_reserved = state_.reserved();
    row_.available = state_.available();
    row_.split = state_.split();
    const int64_t outside = state_.available() - state_.largest();
    row_.fragmentation =
        row_.available <= 0
            ? kUnknown
            : static_cast<int64_t>(static_cast<Int128>(outside) * kBillion / row_.available);
    builder_.AddAllocation(row_);
  }

  const DeviceFacts& facts_;
  const int64_t epoch_us_;
  SnapshotStacks& stacks_;
  ProfileBuilder& builder_;
  AllocatorState state_;
  bool is_expandable_ = false;
  absl::flat_hash_map<size_t, uint64_t> room_of_event_;   // of blocks at the end
  absl::flat_hash_map<uint64_t, const BlockFact*> held_;  // for the whole recording
  AllocationRow row_;
  int64_t contradictions_ = 0;
};

// The earliest time, as time zero; kUnknown if there is none.
int64_t EpochOf(const std::map<int64_t, DeviceFacts>& devices) {
  int64_t epoch = kUnknown;
  for (const auto& [number, facts] : devices) {
    for (const EventFact& event : facts.events) {
      if (event.time_us == kUnknown || event.time_us == 0) continue;
      epoch = epoch == kUnknown ? event.time_us : std::min(epoch, event.time_us);
    }
  }
  return epoch;
}

absl::Status WriteDevices(const Input& input, const Pickle& pickle,
                          const std::map<int64_t, DeviceFacts>& devices, ProfileBuilder& builder,
                          ImportReport& report, RunContext& context) {
  const int64_t epoch_us = EpochOf(devices);
  SourceRow source = NewSource(kTorchSnapshotFormat, input.name(), builder);
  if (epoch_us != kUnknown) source.epoch_ns = epoch_us * 1000;
  const SourceId id = builder.AddSource(source);
  SnapshotStacks stacks(pickle, builder);
  for (const auto& [number, facts] : devices) {
    const DeviceId device = builder.Device(fmt::format("/device:GPU:{}", number));
    DeviceWriter writer(facts, id, epoch_us, device, stacks, builder);
    PROFILER_RETURN_IF_ERROR(writer.Write(context));
    if (writer.contradictions() > 0) {
      report.CountWhole(ImportProblem::kConflictingFact, input.name(), writer.contradictions(),
                        fmt::format("changes of GPU {} that do not fit its segments", number));
    }
  }
  builder.source(id).has_code_traces = stacks.has_stacks();
  return absl::OkStatus();
}

absl::Status NamedError(const Input& input, const absl::Status& status) {
  return absl::Status(status.code(), fmt::format("'{}': {}", input.name(), Message(status)));
}

absl::Status ReadSnapshot(const Input& input, ProfileBuilder& builder, ImportReport& report,
                          RunContext& context) {
  const Place place{report, input.name(), input.bytes().data()};
  Pickle pickle;
  absl::Status status = pickle.Load(input.bytes(), context);
  std::map<int64_t, DeviceFacts> devices;
  if (status.ok()) status = ReadFacts(pickle, place, context, devices);
  if (status.code() == absl::StatusCode::kInvalidArgument) return NamedError(input, status);
  PROFILER_RETURN_IF_ERROR(status);
  return WriteDevices(input, pickle, devices, builder, report, context);
}

// A pickle of a dictionary whose first keys are those of a snapshot.
int SniffSnapshot(std::string_view bytes) {
  constexpr size_t kBeginning = 256;
  constexpr char kProtoOpcode = '\x80';
  const bool has_protocol =
      bytes.size() > 4 && bytes[0] == kProtoOpcode && bytes[1] >= 2 && bytes[1] <= 5;
  // Protocols 0 and 1 do not say which they are, only begin with the dictionary.
  const bool is_old = bytes.starts_with("(d") || bytes.starts_with("}q") || bytes.starts_with("}(");
  if (!has_protocol && !is_old) return 0;
  const std::string_view beginning = bytes.substr(0, kBeginning);
  for (const std::string_view key : {"segments", "device_traces", "allocator_settings"}) {
    if (beginning.find(key) != beginning.npos) return 95;
  }
  return 0;
}

}  // namespace
}  // namespace torch_snapshot

constinit const Format kTorchSnapshotFormat = {
    .name = "torch_snapshot",
    .description = "a memory snapshot of PyTorch",
    .sniff = torch_snapshot::SniffSnapshot,
    .read = torch_snapshot::ReadSnapshot,
    .capabilities = {.is_of_one_process = true},
    .memory_per_byte = 6,
};

}  // namespace profiler
