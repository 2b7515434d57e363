#ifndef PROFILER_READERS_CHROME_TRACE_TRACK_WRITER_H_
#define PROFILER_READERS_CHROME_TRACE_TRACK_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/readers/chrome_trace/backward_modules.h"
#include "profiler/readers/chrome_trace/device_tracks.h"
#include "profiler/readers/chrome_trace/devices.h"
#include "profiler/readers/chrome_trace/flow_links.h"
#include "profiler/readers/chrome_trace/host_thread.h"
#include "profiler/readers/chrome_trace/launches.h"
#include "profiler/readers/chrome_trace/processes.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Writes the collected events to the store after all names are known: devices, tracks, sorted
// events with their ops, steps, allocations and links.
class TrackWriter {
 public:
  TrackWriter(Slices& slices, SourceId source, ProfileBuilder& builder, const Place& place)
      : slices_(slices),
        source_(source),
        builder_(builder),
        place_(place),
        devices_(source, builder),
        ops_(builder),
        device_tracks_(slices, source, devices_, builder),
        flows_(slices, builder, place) {}

  // `gpus` are the ordinals of the GPUs that the file lists.
  absl::Status Write(const std::vector<int64_t>& gpus, RunContext& context);

 private:
  // The tracks of a thread, with the data needed to assign slices to them.
  struct Lanes {
    TrackRow row;
    TrackId main;
    bool holds_steps = false;
    bool names_frames = false;   // a sign before the name marks a Python frame
    std::vector<char> overlaps;  // by slice; empty if none overlaps
  };

  void JoinLostThreads();
  void FindBegunCalls();
  Lanes LanesOf(uint32_t index);
  void WriteThread(uint32_t index, const BackwardModules& backward);
  int64_t StepOf(const Lanes& lanes, const Slice& slice, const Facts& facts) const;
  std::string MarkLane(const Lanes& lanes, const Slice& slice) const;
  void AddMark(const Lanes& lanes, const std::string& lane, const Slice& slice,
               const EventRow& row);
  EventId AddEvent(TrackId track, const Slice& slice, EventRow row);
  void AddStep(const Slice& slice, int64_t number, EventRow& row);
  void SetRecorder(ProcessKind::Writer writer);
  void AddAllocation(const Slice& slice, const HostOps::Place* around);
  void AddToLaunches(const Slice& slice, const Facts& facts, const HostOps::Place& place,
                     EventId event);

  Slices& slices_;
  const SourceId source_;
  ProfileBuilder& builder_;
  const profiler::Place& place_;
  Devices devices_;
  HostOps ops_;
  Launches launches_;
  DeviceTracks device_tracks_;
  FlowLinks flows_;
  std::vector<char> holds_begun_calls_;  // by thread
  bool has_all_streams_ = false;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_TRACK_WRITER_H_
