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

  struct FetchNothing {
    void operator()(TrackId, uint32_t) const {}
  };
  // Calls visit(track, row, op, step) for the events of a part, a track after the other, in their
  // order; and fetch(track, row) for most some events before, as they stand far from each other.
  template <typename Visit, typename Fetch = FetchNothing>
  void ForEach(size_t part, const Visit& visit, const Fetch& fetch = {}) const {
    constexpr size_t kBefore = 16;
    const Part& of = parts_[part];
    for (size_t s = 0; s < stretches_.size(); ++s) {
      for (size_t i = of.starts[s]; i < of.starts[s + 1]; ++i) {
        if (i + kBefore < of.starts[s + 1]) {
          const Place& later = of.places[i + kBefore];
          fetch(stretches_[s].pieces[later.piece].track, later.row);
        }
        const Place& place = of.places[i];
        visit(stretches_[s].pieces[place.piece].track, place.row, OpId(ops_[part].first + place.op),
              place.step);
      }
    }
  }
  // Gives back the memory of a part that is done with.
  void Drop(size_t part) { parts_[part] = {}; }

 private:
  // An event, with what tells its exec row: columns are not looked at again, as the events of a
  // part stand far from each other.
  struct Place {
    uint32_t row = 0;
    StepId step;
    uint16_t piece = 0, op = 0;  // counted from the part's first
  };
  struct Part {
    std::vector<Place> places;
    std::vector<uint32_t> starts;  // of each stretch, and one past the last
  };
  // Events of one track, or of several small ones: what one thread parts at a time.
  struct Stretch {
    struct Piece {
      TrackId track;
      uint32_t first = 0, last = 0;
    };
    std::vector<Piece> pieces;
    size_t size = 0;
  };

  static std::vector<Stretch> Stretches(const Profile& profile);
  // How many events of a stretch each part has.
  std::vector<uint32_t> Count(const Stretch& stretch, const Profile& profile,
                              const std::vector<uint32_t>& part_of_op) const;
  void Put(size_t stretch, const Profile& profile, const std::vector<uint32_t>& part_of_op);

  const std::vector<OpRange>& ops_;  // by part
  const std::vector<Stretch> stretches_;
  std::vector<Part> parts_;
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
