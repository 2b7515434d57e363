#include "profiler/readers/torch_snapshot/snapshot_facts.h"

#include <string_view>

#include "profiler/base/status.h"

namespace profiler::torch_snapshot {
namespace {

using Kind = PickleValue::Kind;

// No device has more memory; sums of sizes below fit 64 bits.
constexpr int64_t kMostBytes = int64_t{1} << 50;
constexpr int64_t kMostDevices = 4096;

Action ActionOf(std::string_view name) {
  if (name == "alloc") return Action::kAlloc;
  // Memory that another stream still uses is held until this.
  if (name == "free_completed") return Action::kFree;
  if (name == "segment_alloc") return Action::kSegmentAlloc;
  if (name == "segment_free") return Action::kSegmentFree;
  if (name == "segment_map") return Action::kMap;
  if (name == "segment_unmap") return Action::kUnmap;
  if (name == "oom") return Action::kOutOfMemory;
  return Action::kOther;
}

class FactReader {
 public:
  FactReader(const Pickle& pickle, const Place& place, RunContext& context,
             std::map<int64_t, DeviceFacts>& devices)
      : pickle_(pickle),
        place_(place),
        context_(context),
        devices_(devices),
        seen_(pickle.container_count(), 0) {}

  absl::Status Read() {
    const PickleValue& top = pickle_.top();
    const PickleValue segments = pickle_.Find(top, "segments");
    const PickleValue traces = pickle_.Find(top, "device_traces");
    if (!segments.is(Kind::kList) && !traces.is(Kind::kList)) {
      return absl::InvalidArgumentError(
          "it is a pickle without `segments` and `device_traces`, which memory snapshots of "
          "PyTorch have: write one with torch.cuda.memory._dump_snapshot()");
    }
    for (const PickleValue& segment : pickle_.ItemsOf(segments)) {
      PROFILER_RETURN_IF_ERROR(Check());
      ReadSegment(segment);
    }
    int64_t device = 0;
    for (const PickleValue& trace : pickle_.ItemsOf(traces)) {
      PROFILER_RETURN_IF_ERROR(ReadTrace(trace, device++));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Check() {
    return ++checked_ % kCheckEvery == 0 ? context_.Check() : absl::OkStatus();
  }

  // Whether the value is of that kind and was not read before. One list may stand in many places,
  // which would make a small file very long.
  bool IsNew(const PickleValue& value, Kind kind) {
    if (!value.is(kind) || seen_[value.index] != 0) return false;
    seen_[value.index] = 1;
    return true;
  }

  void CountBad(std::string_view what) const {
    place_.report.Count(ImportProblem::kMalformedField, place_.path, ImportReport::kNoOffset, what);
  }

  // A number of bytes or an address; false if the value is not one.
  bool Number(const PickleValue& dict, std::string_view key, int64_t most, uint64_t& number) const {
    const PickleValue value = pickle_.Find(dict, key);
    if (!value.is(Kind::kWhole) || value.whole < 0 || value.whole > most) return false;
    number = static_cast<uint64_t>(value.whole);
    return true;
  }

  void ReadSegment(const PickleValue& segment) {
    SegmentFact fact;
    uint64_t device = 0;
    if (!IsNew(segment, Kind::kDict) || !Number(segment, "device", kMostDevices, device) ||
        !Number(segment, "address", INT64_MAX - kMostBytes, fact.address) ||
        !Number(segment, "total_size", kMostBytes, fact.size)) {
      return CountBad("a segment");
    }
    fact.is_expandable = pickle_.Find(segment, "is_expandable").whole == 1;
    DeviceFacts& facts = devices_[static_cast<int64_t>(device)];
    facts.segments.push_back(fact);
    const PickleValue blocks = pickle_.Find(segment, "blocks");
    if (!IsNew(blocks, Kind::kList)) return CountBad("the blocks of a segment");
    uint64_t address = fact.address;
    for (const PickleValue& block : pickle_.ItemsOf(blocks)) ReadBlock(block, address, facts);
  }

  // Without an address of its own, a block begins where the one before ends.
  void ReadBlock(const PickleValue& block, uint64_t& address, DeviceFacts& facts) {
    BlockFact fact;
    if (!IsNew(block, Kind::kDict) || !Number(block, "size", kMostBytes, fact.room)) {
      return CountBad("a block");
    }
    fact.address = address;
    Number(block, "address", INT64_MAX - kMostBytes, fact.address);
    address = fact.address + fact.room;
    if (pickle_.TextOf(pickle_.Find(block, "state")) == "inactive") return;
    fact.requested = fact.room;
    Number(block, "requested_size", kMostBytes, fact.requested);
    fact.frames = pickle_.Find(block, "frames");
    facts.blocks.push_back(fact);
  }

  absl::Status ReadTrace(const PickleValue& trace, int64_t device) {
    if (!IsNew(trace, Kind::kList) || device > kMostDevices) {
      CountBad("the trace of a device");
      return absl::OkStatus();
    }
    if (pickle_.ItemsOf(trace).empty()) return absl::OkStatus();
    std::vector<EventFact>& events = devices_[device].events;
    for (const PickleValue& event : pickle_.ItemsOf(trace)) {
      PROFILER_RETURN_IF_ERROR(Check());
      ReadEvent(event, events);
    }
    return absl::OkStatus();
  }

  void ReadEvent(const PickleValue& event, std::vector<EventFact>& events) {
    EventFact fact;
    if (!IsNew(event, Kind::kDict)) return CountBad("an event");
    fact.action = ActionOf(pickle_.TextOf(pickle_.Find(event, "action")));
    uint64_t time = 0;
    if (Number(event, "time_us", INT64_MAX / 1000, time)) {
      fact.time_us = static_cast<int64_t>(time);
    }
    if (!ReadSizes(event, fact)) return CountBad("an event");
    fact.frames = pickle_.Find(event, "frames");
    events.push_back(fact);
  }

  bool ReadSizes(const PickleValue& event, EventFact& fact) const {
    if (fact.action == Action::kOther) return true;
    if (!Number(event, "size", kMostBytes, fact.size)) return false;
    if (fact.action == Action::kOutOfMemory) {
      return Number(event, "device_free", kMostBytes, fact.device_free);
    }
    return Number(event, "addr", INT64_MAX - kMostBytes, fact.address);
  }

  const Pickle& pickle_;
  const Place& place_;
  RunContext& context_;
  std::map<int64_t, DeviceFacts>& devices_;
  std::vector<char> seen_;  // by container
  uint32_t checked_ = 0;
};

}  // namespace

absl::Status ReadFacts(const Pickle& pickle, const Place& place, RunContext& context,
                       std::map<int64_t, DeviceFacts>& devices) {
  return FactReader(pickle, place, context, devices).Read();
}

}  // namespace profiler::torch_snapshot
