#ifndef PROFILER_READERS_XSPACE_LINE_READER_H_
#define PROFILER_READERS_XSPACE_LINE_READER_H_

#include <string_view>
#include <vector>

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
  // Of the line that is being read.
  struct State {
    const Plane* plane;
    PlaneKind kind;
    LineKind line;
    DeviceId device;
    TrackId track;
    int64_t base_ns = 0;              // from the source's time zero
    int64_t device_shift = kUnknown;  // of the device's clock against the host's
    std::vector<Call> calls;
  };
  // The ops of events that have no stats of their own about it, by metadata.
  struct OpCache {
    const Plane* plane = nullptr;
    bool holds_ops = false;
    std::vector<EventOp> op;
    std::vector<char> known;
  };

  void ReadEvent(std::string_view bytes, State& state);
  Event Decode(std::string_view bytes, const Plane& plane);
  bool SetTimes(const Event& event, State& state, EventRow& row);
  EventOp OpOf(const EventMeta& meta, const State& state);
  void InPython(const EventMeta& meta, bool is_call, EventRow& row, State& state);
  void Link(const State& state, const EventRow& row, EventId id);
  void SetStep(const EventMeta& meta, const State& state, EventRow& row);
  void AddAllocation(const EventMeta& meta, const State& state, const EventRow& row);
  void AddAggregate(const Event& event, const EventRow& row, const State& state);

  const SourceId source_;
  const int64_t zero_ns_;
  ProfileBuilder& builder_;
  const Place& place_;
  EventOps ops_;
  StepMarks steps_;
  Links links_;
  OpCache cache_;
  StatSet stats_;               // of the event that is being read
  bool stats_tell_op_ = false;  // its own do, not only its metadata's
  int64_t dangling_stats_ = 0, unknown_names_ = 0;
  absl::flat_hash_map<uint64_t, OpId> live_;  // what allocated an address
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_LINE_READER_H_
