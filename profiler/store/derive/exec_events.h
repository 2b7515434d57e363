#ifndef PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
#define PROFILER_STORE_DERIVE_EXEC_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/derive/exec_keys.h"
#include "profiler/store/profile.h"

namespace profiler::derive {

// The events of ops on summed tracks (IsSummed()), grouped by part, i.e. by range of ops, so that
// summing the ops of a part does not scan all events, which are sorted by time.
class EventsOfOps {
 public:
  static constexpr uint32_t kMostOps = UINT16_MAX;  // per part

  // `parts` must cover all ops, in order.
  EventsOfOps(const Profile& profile, const std::vector<OpRange>& parts, size_t threads);

  struct FetchNothing {
    void operator()(TrackId, uint32_t) const {}
  };
  // Calls visit(track, row, op, step) for the events of a part, track by track, in order. Calls
  // fetch(track, row) some events ahead to prefetch them, because the events of a part are far
  // apart in memory.
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
  // Frees the memory of a part.
  void Drop(size_t part) { parts_[part] = {}; }

 private:
  // An event, with a copy of the key of its exec row, because reading the event's columns again is
  // slow: they are far apart in memory.
  struct Place {
    uint32_t row = 0;
    StepId step;
    uint16_t piece = 0, op = 0;  // `op` is relative to the part's first op
  };
  struct Part {
    std::vector<Place> places;
    std::vector<uint32_t> starts;  // index in `places` of each stretch's first event, and the end
  };
  // Events of one track, or of several small tracks, that one thread groups as a unit.
  struct Stretch {
    struct Piece {
      TrackId track;
      uint32_t first = 0, last = 0;
    };
    std::vector<Piece> pieces;
    size_t size = 0;
  };

  static std::vector<Stretch> Stretches(const Profile& profile);
  // Counts the events of a stretch in each part.
  std::vector<uint32_t> Count(const Stretch& stretch, const Profile& profile,
                              const std::vector<uint32_t>& part_of_op) const;
  void Put(size_t stretch, const Profile& profile, const std::vector<uint32_t>& part_of_op);

  const std::vector<OpRange>& ops_;  // by part
  const std::vector<Stretch> stretches_;
  std::vector<Part> parts_;
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
