// What a memory snapshot says of one device, in numbers.
#ifndef PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_FACTS_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_FACTS_H_

#include <cstdint>
#include <map>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/torch_snapshot/pickle.h"
#include "profiler/store/builder.h"

namespace profiler::torch_snapshot {

struct SegmentFact {
  uint64_t address = 0, size = 0;
  bool is_expandable = false;
};

// A block that was not free when the snapshot was taken.
struct BlockFact {
  uint64_t address = 0, room = 0, requested = 0;
  PickleValue frames;
};

enum class Action : uint8_t {
  kAlloc,
  kFree,
  kSegmentAlloc,
  kSegmentFree,
  kMap,
  kUnmap,
  kOutOfMemory,
  kOther
};

struct EventFact {
  Action action = Action::kOther;
  uint64_t address = 0, size = 0;
  uint64_t device_free = 0;  // of kOutOfMemory
  int64_t time_us = kUnknown;
  PickleValue frames;
};

struct DeviceFacts {
  std::vector<SegmentFact> segments;
  std::vector<BlockFact> blocks;
  std::vector<EventFact> events;  // oldest first
};

// By device number. What has an unexpected form is left out and counted.
absl::Status ReadFacts(const Pickle& pickle, const Place& place, RunContext& context,
                       std::map<int64_t, DeviceFacts>& devices);

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_FACTS_H_
