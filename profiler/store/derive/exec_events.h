#ifndef PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
#define PROFILER_STORE_DERIVE_EXEC_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/derive/exec_keys.h"
#include "profiler/store/profile.h"

namespace profiler::derive {

// The events of ops on summed tracks (IsSummed()) but WorkOfOps, by part, i.e. by range of ops.
// Events are sorted by time, so those of a part are far apart in memory. They are copied for
// several parts at a time: one scan serves many parts, and what is copied stays small.
class EventsOfOps {
 public:
  static constexpr uint32_t kMostOps = UINT16_MAX;  // per part

  // What totals need to know of an event.
  struct Run {
    int64_t begin = 0, duration = 0;
    // The duration without the ops nested in it at any depth, and with the runtime's events in it.
    int64_t own = 0;
    StepId step;
    uint16_t piece = 0, op = 0;  // `op` is relative to the part's first op
  };
  // Successive events of a track.
  struct Piece {
    TrackId track;
    DeviceId device;
    bool is_accelerator = false;
    uint32_t first = 0, last = 0;
  };
  // A range [first, last) of parts whose events are copied together.
  struct Group {
    size_t first = 0, last = 0;
    size_t events = 0;  // to copy
  };

  // `parts` must cover all ops, in order.
  EventsOfOps(const Profile& profile, const std::vector<OpRange>& parts, size_t threads);

  const std::vector<Group>& groups() const { return groups_; }
  // Copies the events of a group, in place of those of the group before.
  void Copy(const Group& group, size_t threads);
  // Calls visit(run, piece, op) for the events of a part of the group, track by track, in order.
  template <typename Visit>
  void ForEach(size_t part, const Visit& visit) const {
    if (is_large_[part] != 0) return Scan(part, visit);
    const std::vector<size_t>& starts = starts_[part - group_.first];
    for (size_t s = 0; s < stretches_.size(); ++s) {
      for (size_t i = starts[s]; i < starts[s + 1]; ++i) {
        const Run& run = runs_[i];
        visit(run, stretches_[s].pieces[run.piece], OpId(ops_[part].first + run.op));
      }
    }
  }

 private:
  // Events of one track, or of several small tracks, that one thread copies as a unit.
  struct Stretch {
    std::vector<Piece> pieces;
    size_t size = 0;
  };

  static std::vector<Stretch> Stretches(const Profile& profile);
  // Counts the events of a stretch in each part.
  std::vector<uint32_t> Count(const Stretch& stretch) const;
  std::vector<Group> Groups();
  void CopyStretch(size_t stretch);
  const std::vector<int64_t>& OwnTimesOf(TrackId track) const;
  // Whether the event is no run of its own, but an op's work (WorkOfOps).
  bool IsWorkOfOp(TrackId track, uint32_t event) const {
    const std::vector<char>& is_work = is_work_[track.row()];
    return !is_work.empty() && is_work[event] != 0;
  }

  // A part that has a large share of all events needs no copy: they are not far apart.
  template <typename Visit>
  void Scan(size_t part, const Visit& visit) const {
    for (const Stretch& stretch : stretches_) {
      for (const Piece& piece : stretch.pieces) {
        const Events& events = profile_.events[piece.track];
        const std::vector<int64_t>& own = OwnTimesOf(piece.track);
        for (uint32_t e = piece.first; e < piece.last; ++e) {
          const OpId op = events.op[e];
          if (!ops_[part].Has(op) || IsWorkOfOp(piece.track, e)) continue;
          visit(Run{events.begin[e], events.duration[e], own[e], events.step[e], 0, 0}, piece, op);
        }
      }
    }
  }

  const Profile& profile_;
  const std::vector<OpRange>& ops_;  // by part
  const std::vector<uint32_t> part_of_op_;
  const std::vector<Stretch> stretches_;
  std::vector<std::vector<int64_t>> own_;      // by track, where it is not the self time
  std::vector<std::vector<char>> is_work_;     // by track, where some events are WorkOfOps
  std::vector<std::vector<uint32_t>> counts_;  // by stretch and part
  std::vector<char> is_large_;                 // by part: its events are not copied
  std::vector<Group> groups_;
  Group group_;            // the one that is copied
  std::vector<Run> runs_;  // of the group
  // By part of the group: the place in `runs_` of each stretch's first event, and the end.
  std::vector<std::vector<size_t>> starts_;
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_EXEC_EVENTS_H_
