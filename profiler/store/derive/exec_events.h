#ifndef PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
#define PROFILER_STORE_DERIVE_EXEC_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/derive/exec_keys.h"
#include "profiler/store/profile.h"

namespace profiler::derive {

// Rows of the exec table that are added up together: [first, last).
struct RowRange {
  size_t first = 0, last = 0;
  bool Has(size_t row) const { return row >= first && row < last; }
};

// The events of summed tracks, parted by the exec rows that they count in: so that who adds up
// some rows need not go through all events, which stand in the order of time.
class EventsOfRows {
 public:
  struct Place {
    uint32_t row = 0, event = 0;
  };
  // The events of one part on one track lie together.
  struct OfTrack {
    TrackId track;
    size_t first = 0, last = 0;  // of `places`
  };
  struct Part {
    std::vector<Place> places;
    std::vector<OfTrack> tracks;  // in the order of the tracks
  };

  // `ranges` begin one after the other and may overlap by a few rows; an event of rows in several
  // of them is a part of each.
  EventsOfRows(const Profile& profile, const ExecKeys& keys, const std::vector<RowRange>& ranges,
               size_t threads);

  // Hands out the part of a range, once.
  Part Take(size_t range) { return std::move(parts_[range]); }

 private:
  std::vector<Part> parts_;
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
