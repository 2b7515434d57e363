#ifndef PROFILER_READERS_CHROME_TRACE_TRACK_WRITER_H_
#define PROFILER_READERS_CHROME_TRACE_TRACK_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/chrome_trace/host_thread.h"
#include "profiler/readers/chrome_trace/processes.h"
#include "profiler/readers/chrome_trace/slices.h"
#include "profiler/readers/proto_fields.h"
#include "profiler/readers/xspace/links.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Puts what was collected into the store, when all names are known: devices, tracks, events in
// order, their ops, steps, allocations and links.
class TrackWriter {
 public:
  TrackWriter(Slices& slices, SourceId source, ProfileBuilder& builder, const Place& place)
      : slices_(slices), source_(source), builder_(builder), place_(place), ops_(builder) {}

  absl::Status Write(RunContext& context);

 private:
  // Where a slice went.
  struct Placed {
    int64_t begin, end;
    EventId event;
  };

  void JoinLostThreads();
  void KeepSlicesOfDevices();
  void WriteThread(uint32_t index);
  void WriteDeviceSlices(std::vector<Slice>& slices);
  void WriteFlows();
  void WriteCounters();
  EventId AddEvent(TrackId track, const Slice& slice, EventRow row);
  void AddStep(const Slice& slice, int64_t number, EventRow& row);
  void AddAllocation(const Slice& slice, const HostOps::Place* around);
  EventId Enclosing(const FlowEnd& end) const;
  TrackRow HostTrack(const Thread& thread);
  DeviceId Host();
  DeviceId Gpu(int64_t ordinal);
  DeviceId Device(std::string_view name);

  Slices& slices_;
  const SourceId source_;
  ProfileBuilder& builder_;
  const profiler::Place& place_;
  HostOps ops_;
  xspace::Links links_;
  bool has_all_streams_ = false;
  std::vector<Slice> device_slices_;
  absl::flat_hash_map<int64_t, OpId> op_by_external_id_;
  std::vector<std::vector<Placed>> placed_;  // by thread that a flow ends on, in order
  std::vector<bool> has_flow_end_;           // by thread
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_TRACK_WRITER_H_
