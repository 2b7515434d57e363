#include "profiler/store/derive/exec_events.h"

#include <algorithm>

#include "profiler/base/threads/in_parallel.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {

EventsOfOps::EventsOfOps(const Profile& profile, const std::vector<OpRange>& parts, size_t threads)
    : ops_(parts), stretches_(Stretches(profile)), parts_(parts.size()) {
  const std::vector<uint32_t> part_of_op = PartOfOp(parts, profile.op_count());
  std::vector<std::vector<uint32_t>> counts(stretches_.size());
  InParallel(stretches_.size(), threads,
             [&](size_t s) { counts[s] = Count(stretches_[s], profile, part_of_op); });
  InParallel(parts_.size(), threads, [&](size_t p) {
    Part& part = parts_[p];
    part.starts = {0};
    for (const std::vector<uint32_t>& of_stretch : counts) {
      part.starts.push_back(part.starts.back() + of_stretch[p]);
    }
    part.places.resize(part.starts.back());
  });
  InParallel(stretches_.size(), threads, [&](size_t s) { Put(s, profile, part_of_op); });
}

std::vector<EventsOfOps::Stretch> EventsOfOps::Stretches(const Profile& profile) {
  constexpr size_t kEvents = 128 << 10;  // of one stretch: many more than there are parts
  constexpr size_t kMostPieces = UINT16_MAX;
  std::vector<Stretch> stretches;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackId track(t);
    if (!IsSummed(profile.tracks[track])) continue;
    const size_t events = profile.events[track].size();
    for (size_t first = 0, last = 0; first < events; first = last) {
      if (stretches.empty() || stretches.back().size == kEvents ||
          stretches.back().pieces.size() == kMostPieces) {
        stretches.emplace_back();
      }
      Stretch& stretch = stretches.back();
      last = std::min(events, first + kEvents - stretch.size);
      stretch.pieces.push_back({track, static_cast<uint32_t>(first), static_cast<uint32_t>(last)});
      stretch.size += last - first;
    }
  }
  return stretches;
}

std::vector<uint32_t> EventsOfOps::Count(const Stretch& stretch, const Profile& profile,
                                         const std::vector<uint32_t>& part_of_op) const {
  std::vector<uint32_t> counts(parts_.size());
  for (const Stretch::Piece& piece : stretch.pieces) {
    const std::vector<OpId>& ops = profile.events[piece.track].op;
    for (uint32_t e = piece.first; e < piece.last; ++e) {
      if (ops[e].valid()) ++counts[part_of_op[ops[e].row()]];
    }
  }
  return counts;
}

void EventsOfOps::Put(size_t stretch, const Profile& profile,
                      const std::vector<uint32_t>& part_of_op) {
  std::vector<Place*> next;
  for (Part& part : parts_) next.push_back(part.places.data() + part.starts[stretch]);
  const std::vector<Stretch::Piece>& pieces = stretches_[stretch].pieces;
  for (size_t p = 0; p < pieces.size(); ++p) {
    const Events& events = profile.events[pieces[p].track];
    for (uint32_t e = pieces[p].first; e < pieces[p].last; ++e) {
      if (!events.op[e].valid()) continue;
      const uint32_t op = events.op[e].row(), part = part_of_op[op];
      *next[part]++ = {e, events.step[e], static_cast<uint16_t>(p),
                       static_cast<uint16_t>(op - ops_[part].first)};
    }
  }
}

}  // namespace profiler::derive
