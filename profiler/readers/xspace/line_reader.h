#ifndef PROFILER_READERS_XSPACE_LINE_READER_H_
#define PROFILER_READERS_XSPACE_LINE_READER_H_

#include <array>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/threads/in_background.h"
#include "profiler/readers/common/line_kinds.h"
#include "profiler/readers/common/links.h"
#include "profiler/readers/xspace/event_decoder.h"
#include "profiler/readers/xspace/event_ops.h"
#include "profiler/readers/xspace/line_calls.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/readers/xspace/program_runs.h"
#include "profiler/readers/xspace/step_marks.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Adds the events of lines to the builder. A thread of its own adds what another one has made of
// their stats, a part of a line at a time: it alone uses the events and flows of the builder until
// the end of the line.
class LineReader {
 public:
  // `zero_ns` is the source's time zero on the file's own scale.
  LineReader(SourceId source, int64_t zero_ns, ProfileBuilder& builder, const Place& place,
             size_t threads)
      : source_(source),
        zero_ns_(zero_ns),
        builder_(builder),
        place_(place),
        ops_(builder),
        steps_(source, builder),
        calls_(ops_, builder),
        adder_(threads, [this](Batch& batch) { AddBatch(batch); }) {}

  // Starts the next line. Later calls of Add() add events to this line.
  void Begin(const Plane& plane, const PlaneKind& kind, DeviceId device, const Line& line);
  void Add(const DecodedEvents& decoded);
  // Adds the facts that need all lines, e.g. links. No line may be added afterwards.
  void Finish();

  EventOps& ops() { return ops_; }
  StepMarks& steps() { return steps_; }

 private:
  // Facts shared by the events of one EventMeta, computed when first needed.
  struct Shared {
    EventOp op;  // of events whose own stats do not identify an op
    StringId label;
    bool has_op = false, has_label = false;
    bool is_moment = false, is_eager_call = false, is_iterator = false, is_program_call = false;
    bool calls_run_of_id = false, runs_executor = false, waits_for_batch = false;
    bool calls_eagerly = false, runs_eager_kernel = false;
    std::string_view eager_op;  // that the event calls
  };
  // The ops of events whose own stats identify the op, by EventMeta and identifying stats.
  struct ToldOps {
    struct Last {
      uint32_t meta = Plane::kNoMeta;
      EventOp op;
    };
    // For events whose only identifying stat is tf_op. Most ops launch one kernel, so the last one
    // of each tf_op is found without hashing, by the text's id.
    std::vector<Last> last;
    absl::flat_hash_map<std::pair<uint32_t, const char*>, EventOp> by_tf_op;
    absl::flat_hash_map<
        std::tuple<uint32_t, const char*, const char*, const char*, const char*, int64_t>, EventOp>
        by_all;
  };
  // Computed once per plane rather than per event; keys point into the file.
  struct PlaneCache {
    const Plane* plane = nullptr;
    // [0] is for other lines, [1] for lines of ops.
    std::array<std::vector<Shared>, 2> shared;  // by metadata
    std::array<ToldOps, 2> told_ops;
    std::vector<StringId> texts;  // of the plane's table, by id, as far as ids are small
  };
  // The current line.
  struct State {
    const Plane* plane = nullptr;
    PlaneKind kind;
    LineKind line;
    DeviceId device;
    TrackId track;
    uint32_t first_row = 0;  // row in the track of the first event of the batch
    std::string_view name;
    int64_t base_ns = 0;  // from the source's time zero
    bool has_base = false;
    int64_t device_shift = kUnknown;  // of the device's clock from the host's
  };

  // Events to add to a track.
  struct Batch {
    TrackId track;
    std::vector<EventRow> rows;
    LinkEnds links;
  };

  // The track of a host's thread, and the first plane that had the thread.
  struct Thread {
    const Plane* plane = nullptr;
    TrackId track;
  };

  TrackId ThreadOf(const Plane& plane, const Line& line, const TrackRow& row);
  void EndLine();
  void AddEvent(const DecodedEvent& event);
  void HandBatch();
  void AddBatch(const Batch& batch);
  bool SetTimes(const DecodedEvent& event, EventRow& row);
  Shared& SharedOf(uint32_t meta);
  EventOp OpOf(const DecodedEvent& event, Shared& shared);
  EventOp ToldOp(const DecodedEvent& event);
  EventOp ToldByTfOp(const EventMeta& meta, uint32_t at, ToldOps& told);
  EventOp FindOp(const EventMeta& meta);
  void TakeSharedStats(const EventMeta& meta);
  StringId TextOf(const StatValue& value);
  StringId IteratorDetail();
  StringId TracingDetail();
  void NoteEager(const EventRow& row, const Shared& shared);
  void NoteRun(const EventRow& row, const Shared& shared);
  // The row that the current event gets in its track.
  uint32_t NextRow() const { return state_.first_row + static_cast<uint32_t>(batch_.rows.size()); }
  void Link(const Shared& shared);
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
  ProgramRuns runs_;
  LineCalls calls_;
  Links links_;
  PlaneCache cache_;
  State state_;
  Batch batch_;
  absl::flat_hash_map<int64_t, Thread> threads_;  // by id
  StatSet stats_;                                 // of the current event
  StatMask own_stats_ = 0;                        // its own stats, without those of its EventMeta
  int64_t dangling_stats_ = 0, unknown_names_ = 0;
  absl::flat_hash_map<uint64_t, OpId> live_;  // by address, the op that allocated it
  InBackground<Batch> adder_;                 // the last member, because it uses the others
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_LINE_READER_H_
