#ifndef PROFILER_READERS_CHROME_TRACE_DEVICE_TRACKS_H_
#define PROFILER_READERS_CHROME_TRACE_DEVICE_TRACKS_H_

#include <cstdint>
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

// The work of devices: on the tracks of their streams, whatever process it was written under.
class DeviceTracks {
 public:
  DeviceTracks(Slices& slices, SourceId source, Devices& devices, ProfileBuilder& builder)
      : slices_(slices), source_(source), devices_(devices), builder_(builder) {}

  // Takes devices' slices out of the threads that they were written under.
  void TakeSlices();
  // Puts them on their tracks. All that may have launched them is in `launches`.
  void Write(Launches& launches);

  // Work that starts on thread `thread` at `begin` and that no id links to what launched it.
  EventId Unlinked(uint32_t thread, int64_t begin) const;
  // It was linked after all.
  void Linked(uint32_t thread, int64_t begin) { unlinked_.erase({thread, begin}); }
  bool all_linked() const { return unlinked_.empty(); }
  // Counts the work that nothing links.
  void CountUnlinked(const Place& place) const;

 private:
  TrackId TrackOf(uint32_t thread, const Slice& slice, const Facts& facts);

  Slices& slices_;
  const SourceId source_;
  Devices& devices_;
  ProfileBuilder& builder_;
  std::vector<std::pair<uint32_t, std::vector<Slice>>> by_thread_;
  // By process where that names a device, device, stream and category.
  absl::flat_hash_map<std::tuple<uint32_t, int64_t, int64_t, Category>, TrackId> tracks_;
  int64_t works_ = 0, same_begin_ = 0;
  // By thread and begin. Of work that begins at one time one is kept; the others are counted.
  absl::flat_hash_map<std::pair<uint32_t, int64_t>, EventId> unlinked_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_DEVICE_TRACKS_H_
