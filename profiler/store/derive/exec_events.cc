#include "profiler/store/derive/exec_events.h"

#include <algorithm>
#include <numeric>

#include "profiler/base/in_parallel.h"
#include "profiler/store/derive/derive.h"

namespace profiler::derive {

EventsOfOps::EventsOfOps(const Profile& profile, const std::vector<OpRange>& parts, size_t threads)
    : parts_(parts), stretches_(Stretches(profile)) {
  std::vector<uint32_t> part_of_op(profile.op_count());
  for (uint32_t part = 0; part < parts.size(); ++part) {
    std::fill(part_of_op.begin() + parts[part].first, part_of_op.begin() + parts[part].last, part);
  }
  InParallel(stretches_.size(), threads,
             [&](size_t i) { Sort(stretches_[i], profile, part_of_op); });
}

std::vector<EventsOfOps::Stretch> EventsOfOps::Stretches(const Profile& profile) {
  constexpr size_t kEvents = 128 << 10;  // of one: many more than there are parts
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

void EventsOfOps::Sort(Stretch& stretch, const Profile& profile,
                       const std::vector<uint32_t>& part_of_op) const {
  std::vector<uint32_t> next(parts_.size() + 1);
  for (const Stretch::Piece& piece : stretch.pieces) {
    const std::vector<OpId>& ops = profile.events[piece.track].op;
    for (uint32_t e = piece.first; e < piece.last; ++e) {
      if (ops[e].valid()) ++next[part_of_op[ops[e].row()]];
    }
  }
  std::exclusive_scan(next.begin(), next.end(), next.begin(), uint32_t{0});
  stretch.starts = next;
  stretch.events.resize(next.back());
  for (size_t p = 0; p < stretch.pieces.size(); ++p) {
    const Stretch::Piece& piece = stretch.pieces[p];
    const Events& events = profile.events[piece.track];
    for (uint32_t e = piece.first; e < piece.last; ++e) {
      if (!events.op[e].valid()) continue;
      const uint32_t op = events.op[e].row(), part = part_of_op[op];
      stretch.events[next[part]++] = {e, events.step[e], static_cast<uint16_t>(p),
                                      static_cast<uint16_t>(op - parts_[part].first)};
    }
  }
}

}  // namespace profiler::derive
