#ifndef PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
#define PROFILER_STORE_DERIVE_EXEC_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/derive/exec_keys.h"
#include "profiler/store/profile.h"

namespace profiler::derive {

// The events of ops on summed tracks, parted by their ops: so that who adds up some ops need not go
// through all events, which stand in the order of time.
class EventsOfOps {
 public:
  static constexpr uint32_t kMostOps = UINT16_MAX;  // of a part

  // `parts`: all ops, one part after the other.
  EventsOfOps(const Profile& profile, const std::vector<OpRange>& parts, size_t threads);

  // Calls visit(track, row, op, step) for the events of a part, a track after the other, in their
  // order.
  template <typename Visit>
  void ForEach(size_t part, const Visit& visit) const {
    for (const Stretch& stretch : stretches_) {
      for (size_t i = stretch.starts[part]; i < stretch.starts[part + 1]; ++i) {
        const Place& place = stretch.events[i];
        visit(stretch.pieces[place.piece].track, place.row, OpId(parts_[part].first + place.op),
              place.step);
      }
    }
  }

 private:
  // An event, with what tells its exec row: columns are not looked at again, as the events of a
  // part stand far from each other.
  struct Place {
    uint32_t row = 0;
    StepId step;
    uint16_t piece = 0, op = 0;  // counted from the part's first
  };
  // Events of one track, or of several small ones: what one thread parts at a time.
  struct Stretch {
    struct Piece {
      TrackId track;
      uint32_t first = 0, last = 0;
    };
    std::vector<Piece> pieces;
    size_t size = 0;
    std::vector<Place> events;     // by part
    std::vector<uint32_t> starts;  // of each part, and one past the last
  };

  static std::vector<Stretch> Stretches(const Profile& profile);
  void Sort(Stretch& stretch, const Profile& profile,
            const std::vector<uint32_t>& part_of_op) const;

  const std::vector<OpRange>& parts_;
  std::vector<Stretch> stretches_;
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
