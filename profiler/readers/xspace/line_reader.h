#ifndef PROFILER_READERS_XSPACE_LINE_READER_H_
#define PROFILER_READERS_XSPACE_LINE_READER_H_

#include <array>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/line_kinds.h"
#include "profiler/readers/common/links.h"
#include "profiler/readers/xspace/event_decoder.h"
#include "profiler/readers/xspace/event_ops.h"
#include "profiler/readers/xspace/line_calls.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/readers/xspace/step_marks.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Puts the events of lines into the builder.
class LineReader {
 public:
  // `zero_ns`: the source's time zero on the file's own scale.
  LineReader(SourceId source, int64_t zero_ns, ProfileBuilder& builder, const Place& place)
      : source_(source),
        zero_ns_(zero_ns),
        builder_(builder),
        place_(place),
        ops_(builder),
        steps_(source, builder),
        calls_(ops_, builder) {}

  // The next line; what is added from here on is of it.
  void Begin(const Plane& plane, const PlaneKind& kind, DeviceId device, const Line& line);
  void Add(const DecodedEvents& decoded);
  // What only all lines together tell.
  void Finish();

  EventOps& ops() { return ops_; }
  StepMarks& steps() { return steps_; }

 private:
  // What the events of one metadata share, once the first of them needed it.
  struct Shared {
    EventOp op;  // of those that do not tell theirs
    StringId label;
    bool has_op = false, has_label = false;
    bool is_moment = false, is_eager_call = false, is_iterator = false;
  };
  // Of events that tell their op, by their metadata and what tells.
  struct ToldOps {
    absl::flat_hash_map<std::pair<uint32_t, const char*>, EventOp> by_tf_op;  // which alone tells
    absl::flat_hash_map<
        std::tuple<uint32_t, const char*, const char*, const char*, const char*, int64_t>, EventOp>
        by_all;
  };
  // What is found once per plane rather than per event; keys point into the file.
  struct PlaneCache {
    const Plane* plane = nullptr;
    // On lines of ops apart from the others.
    std::array<std::vector<Shared>, 2> shared;  // by metadata
    std::array<ToldOps, 2> told_ops;
    absl::flat_hash_map<const char*, StringId> texts;
  };
  // Of the line that is being read.
  struct State {
    const Plane* plane = nullptr;
    PlaneKind kind;
    LineKind line;
    DeviceId device;
    TrackId track;
    uint32_t first_row = 0;  // of the first of `rows_` in the track
    std::string_view name;
    int64_t base_ns = 0;  // from the source's time zero
    bool has_base = false;
    int64_t device_shift = kUnknown;  // of the device's clock against the host's
  };

  // Of the host, and the plane that it was seen on first.
  struct Thread {
    const Plane* plane = nullptr;
    TrackId track;
  };

  TrackId ThreadOf(const Plane& plane, const Line& line, const TrackRow& row);
  void AddEvent(const DecodedEvent& event);
  bool SetTimes(const DecodedEvent& event, EventRow& row);
  Shared& SharedOf(uint32_t meta);
  EventOp OpOf(const DecodedEvent& event, Shared& shared);
  EventOp ToldOp(const DecodedEvent& event);
  EventOp FindOp(const EventMeta& meta);
  void TakeSharedStats(const EventMeta& meta);
  StringId TextOf(const StatValue& value);
  void NoteEager(const EventRow& row, const Shared& shared);
  // Of the event that is being read, in its track.
  uint32_t NextRow() const { return state_.first_row + static_cast<uint32_t>(rows_.size()); }
  void Link();
  void SetStep(const EventMeta& meta, EventRow& row);
  DeviceId DeviceOfAllocator(std::string_view name);
  void AddAllocation(const EventMeta& meta, const EventRow& row);
  void AddAggregate(const DecodedEvent& event, const EventRow& row);

  const SourceId source_;
  const int64_t zero_ns_;
  ProfileBuilder& builder_;
  const Place& place_;
  EventOps ops_;
  StepMarks steps_;
  LineCalls calls_;
  Links links_;
  PlaneCache cache_;
  State state_;
  std::vector<EventRow> rows_;                    // that the builder does not have yet
  absl::flat_hash_map<int64_t, Thread> threads_;  // by id
  StatSet stats_;                                 // of the event that is being read
  StatMask own_stats_ = 0;                        // which of them are not its metadata's
  int64_t dangling_stats_ = 0, unknown_names_ = 0;
  absl::flat_hash_map<uint64_t, OpId> live_;  // what allocated an address
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_LINE_READER_H_
