#ifndef PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
#define PROFILER_STORE_DERIVE_EXEC_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler::derive {

// The events of ops on summed tracks, parted by their ops: so that who adds up some ops need not go
// through all events, which stand in the order of time.
class EventsOfOps {
 public:
  // `part_of_op`: which of the `parts` each op is in.
  EventsOfOps(const Profile& profile, const std::vector<uint32_t>& part_of_op, size_t parts,
              size_t threads);

  // Calls visit(track, row) for the events of a part, a track after the other, in their order.
  template <typename Visit>
  void ForEach(size_t part, const Visit& visit) const {
    for (const Stretch& stretch : stretches_) {
      for (size_t i = stretch.starts[part]; i < stretch.starts[part + 1]; ++i) {
        visit(stretch.events[i].track, stretch.events[i].row);
      }
    }
  }

 private:
  // Events of one track, or of several small ones: what one thread parts at a time.
  struct Stretch {
    struct Piece {
      TrackId track;
      uint32_t first = 0, last = 0;
    };
    std::vector<Piece> pieces;
    size_t size = 0;
    std::vector<EventId> events;   // by part
    std::vector<uint32_t> starts;  // of each part, and one past the last
  };

  static std::vector<Stretch> Stretches(const Profile& profile);
  static void Sort(Stretch& stretch, const Profile& profile,
                   const std::vector<uint32_t>& part_of_op, size_t parts);

  std::vector<Stretch> stretches_;
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
