#ifndef PROFILER_READERS_CHROME_TRACE_DEVICE_TRACKS_H_
#define PROFILER_READERS_CHROME_TRACE_DEVICE_TRACKS_H_

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/chrome_trace/devices.h"
#include "profiler/readers/chrome_trace/launches.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Puts the work of devices on tracks of the devices' streams, whichever process it was written
// under.
class DeviceTracks {
 public:
  DeviceTracks(Slices& slices, SourceId source, Devices& devices, ProfileBuilder& builder)
      : slices_(slices), source_(source), devices_(devices), builder_(builder) {}

  // Removes the slices of devices from the threads under which they were written.
  void TakeSlices();
  // ROCm numbers GPUs in their work as agents of the machine, CPUs first, and torch in the list of
  // devices as the process sees them. If all work is of GPUs that are not listed, and of as many as
  // are, they are the listed ones. Call after TakeSlices().
  void FindOrdinals(std::vector<int64_t> listed);
  // Adds the removed slices to tracks of devices. `launches` must be complete.
  void Write(Launches& launches);

  // Returns the device work that begins on `thread` at `begin` and that no id links to a launch.
  EventId Unlinked(uint32_t thread, int64_t begin) const;
  // Marks work as linked, by a flow, so that Unlinked() no longer returns it.
  void Linked(uint32_t thread, int64_t begin) { unlinked_.erase({thread, begin}); }
  bool all_linked() const { return unlinked_.empty(); }
  // Counts the work that is still not linked.
  void CountUnlinked(const Place& place) const;

 private:
  TrackId TrackOf(uint32_t thread, const Slice& slice, const Facts& facts);

  Slices& slices_;
  const SourceId source_;
  Devices& devices_;
  ProfileBuilder& builder_;
  std::vector<std::pair<uint32_t, std::vector<Slice>>> by_thread_;
  // By (process if it names a device, device, stream, category).
  absl::flat_hash_map<std::tuple<uint32_t, int64_t, int64_t, Category>, TrackId> tracks_;
  // By the number of a device in its work, its ordinal if that is another one.
  std::map<int64_t, int64_t> ordinals_;
  int64_t works_ = 0, same_begin_ = 0;
  // Work without a link, by thread and begin. If several events have the same begin, only one is
  // here; `same_begin_` counts the others.
  absl::flat_hash_map<std::pair<uint32_t, int64_t>, EventId> unlinked_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_DEVICE_TRACKS_H_
