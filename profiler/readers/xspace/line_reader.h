#ifndef PROFILER_READERS_XSPACE_LINE_READER_H_
#define PROFILER_READERS_XSPACE_LINE_READER_H_

#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/xspace/event_ops.h"
#include "profiler/readers/xspace/line_kinds.h"
#include "profiler/readers/xspace/links.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/readers/xspace/step_marks.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Decodes the events of lines, each once, into the builder.
class LineReader {
 public:
  // `zero_ns`: the source's time zero on the file's own scale.
  LineReader(SourceId source, int64_t zero_ns, ProfileBuilder& builder, const Place& place)
      : source_(source),
        zero_ns_(zero_ns),
        builder_(builder),
        place_(place),
        ops_(builder),
        steps_(source, builder) {}

  absl::Status Read(const Plane& plane, const PlaneKind& kind, DeviceId device, const Line& line,
                    RunContext& context);
  // What only all lines together tell.
  void Finish();

  EventOps& ops() { return ops_; }
  StepMarks& steps() { return steps_; }

 private:
  struct Event {
    int64_t meta = 0, offset = 0, duration = 0, occurrences = 0;
    bool is_aggregate = false;
    std::string_view bytes;
  };
  // A Python function that is being called.
  struct Call {
    FrameId frame;
    int64_t end;
  };
  // What the events of one metadata share, once the first of them needed it.
  struct Shared {
    EventOp op;  // of those that do not tell theirs
    StringId label;
    bool has_op = false, has_label = false;
    bool is_moment = false, is_eager_call = false, is_iterator = false;
  };
  // What is found once per plane rather than per event; keys point into the file.
  struct PlaneCache {
    const Plane* plane = nullptr;
    std::vector<Shared> shared[2];  // by metadata; on lines of ops apart from the others
    absl::flat_hash_map<std::tuple<const EventMeta*, bool, const char*, const char*, const char*,
                                   const char*, int64_t>,
                        EventOp>
        told_ops;
    absl::flat_hash_map<std::pair<const char*, size_t>, StringId> texts;
    absl::flat_hash_map<std::pair<const EventMeta*, FrameId>, std::pair<FrameId, OpId>> calls;
  };
  // Of the line that is being read.
  struct State {
    const Plane* plane = nullptr;
    PlaneKind kind;
    LineKind line;
    DeviceId device;
    TrackId track;
    std::string_view name;
    int64_t base_ns = 0;  // from the source's time zero
    bool has_base = false;
    int64_t device_shift = kUnknown;  // of the device's clock against the host's
    std::vector<Call> calls;
    int64_t eager_end = INT64_MIN;  // until then an op runs for itself
  };

  // Of the host, and the plane that it was seen on first.
  struct Thread {
    const Plane* plane = nullptr;
    TrackId track;
  };

  TrackId ThreadOf(const Plane& plane, const Line& line, const TrackRow& row);
  void ReadEvent(std::string_view bytes, State& state);
  bool Decode(std::string_view bytes, const Plane& plane, Event& event);
  bool SetTimes(const Event& event, State& state, EventRow& row);
  Shared& SharedOf(const EventMeta& meta, const State& state);
  EventOp OpOf(const EventMeta& meta, Shared& shared, const State& state);
  EventOp FindOp(const EventMeta& meta, const State& state);
  void TakeSharedStats(const EventMeta& meta);
  StringId TextOf(const StatValue& value);
  void InPython(const EventMeta& meta, bool is_call, EventRow& row, State& state);
  void NoteEager(const EventRow& row, const Shared& shared, State& state);
  void Link(const State& state, EventId id);
  void SetStep(const EventMeta& meta, const State& state, EventRow& row);
  DeviceId DeviceOfAllocator(std::string_view name, const State& state);
  void AddAllocation(const EventMeta& meta, const State& state, const EventRow& row);
  void AddAggregate(const Event& event, const EventRow& row, const State& state);

  const SourceId source_;
  const int64_t zero_ns_;
  ProfileBuilder& builder_;
  const Place& place_;
  EventOps ops_;
  StepMarks steps_;
  Links links_;
  PlaneCache cache_;
  absl::flat_hash_map<int64_t, Thread> threads_;  // by id
  StatSet stats_;                                 // of the event that is being read
  StatMask own_stats_ = 0;                        // which of them are not its metadata's
  bool texts_are_shared_ = true;                  // all that tell its op stand in the plane's table
  int64_t dangling_stats_ = 0, unknown_names_ = 0;
  absl::flat_hash_map<uint64_t, OpId> live_;  // what allocated an address
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_LINE_READER_H_
