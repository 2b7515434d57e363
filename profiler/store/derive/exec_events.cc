#include "profiler/store/derive/exec_events.h"

#include <algorithm>

#include "profiler/base/threads/in_parallel.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/self_time.h"
#include "profiler/store/derive/work_of_ops.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

// Whether an event's self time excludes the ops nested in it and nothing else.
bool IsSelfOfOps(const TrackRow& track, const Events& events, const std::vector<char>& is_work) {
  return track.kind == TrackKind::kThread && is_work.empty() &&
         std::all_of(events.op.begin(), events.op.end(), [](OpId op) { return op.valid(); });
}

// The time of the runtime's events within an op is the op's.
std::vector<int64_t> OwnTimes(const Events& events, const std::vector<char>& is_work) {
  std::vector<int64_t> own = events.duration;
  SelfTimes times(events);
  const auto take = [&](uint32_t row, int64_t self) { own[row] = self; };
  for (uint32_t e = 0; e < events.size(); ++e) {
    if (events.op[e].valid() && (is_work.empty() || is_work[e] == 0)) times.Add(e, take);
  }
  times.Finish(take);
  return own;
}

}  // namespace

EventsOfOps::EventsOfOps(const Profile& profile, const std::vector<OpRange>& parts, size_t threads)
    : profile_(profile),
      ops_(parts),
      part_of_op_(PartOfOp(parts, profile.op_count())),
      stretches_(Stretches(profile)),
      own_(profile.tracks.size()),
      is_work_(profile.tracks.size()),
      counts_(stretches_.size()),
      is_large_(parts.size()) {
  const WorkOfOps work(profile);
  InParallel(own_.size(), threads, [&](size_t t) {
    const TrackId id(static_cast<uint32_t>(t));
    const TrackRow& track = profile.tracks[id];
    const Events& events = profile.events[id];
    if (!IsSummed(track) || events.parent.empty()) return;
    is_work_[t] = work.Of(profile, id);
    if (!IsSelfOfOps(track, events, is_work_[t])) own_[t] = OwnTimes(events, is_work_[t]);
  });
  InParallel(stretches_.size(), threads, [&](size_t s) { counts_[s] = Count(stretches_[s]); });
  groups_ = Groups();
  size_t most = 0;
  for (const Group& group : groups_) most = std::max(most, group.events);
  runs_.resize(most);  // once, as growing copies
}

std::vector<EventsOfOps::Stretch> EventsOfOps::Stretches(const Profile& profile) {
  constexpr size_t kEvents = 128 << 10;  // of one stretch: many more than there are parts
  constexpr size_t kMostPieces = UINT16_MAX;
  std::vector<Stretch> stretches;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackId id(t);
    const TrackRow& track = profile.tracks[id];
    if (!IsSummed(track)) continue;
    const size_t events = profile.events[id].size();
    for (size_t first = 0, last = 0; first < events; first = last) {
      if (stretches.empty() || stretches.back().size == kEvents ||
          stretches.back().pieces.size() == kMostPieces) {
        stretches.emplace_back();
      }
      Stretch& stretch = stretches.back();
      last = std::min(events, first + kEvents - stretch.size);
      stretch.pieces.push_back({id, track.device, IsAccelerator(track),
                                static_cast<uint32_t>(first), static_cast<uint32_t>(last)});
      stretch.size += last - first;
    }
  }
  return stretches;
}

std::vector<uint32_t> EventsOfOps::Count(const Stretch& stretch) const {
  std::vector<uint32_t> counts(ops_.size());
  for (const Piece& piece : stretch.pieces) {
    const std::vector<OpId>& ops = profile_.events[piece.track].op;
    for (uint32_t e = piece.first; e < piece.last; ++e) {
      if (ops[e].valid() && !IsWorkOfOp(piece.track, e)) ++counts[part_of_op_[ops[e].row()]];
    }
  }
  return counts;
}

// Each group scans all events, so there are few groups, and not several for few events.
std::vector<EventsOfOps::Group> EventsOfOps::Groups() {
  constexpr size_t kMost = 8, kLeastEvents = 128 << 10;
  std::vector<size_t> events(ops_.size());
  size_t all = 0;
  for (const std::vector<uint32_t>& of_stretch : counts_) {
    for (size_t part = 0; part < events.size(); ++part) {
      events[part] += of_stretch[part];
      all += of_stretch[part];
    }
  }
  const size_t enough = std::max(all / kMost, kLeastEvents);
  std::vector<Group> groups;
  size_t in_group = enough;
  for (size_t part = 0; part < events.size(); ++part) {
    if (in_group >= enough) {
      groups.push_back({part, part, 0});
      in_group = 0;
    }
    groups.back().last = part + 1;
    is_large_[part] = events[part] >= enough ? 1 : 0;
    if (is_large_[part] == 0) in_group += events[part];
    groups.back().events = in_group;
  }
  return groups;
}

void EventsOfOps::Copy(const Group& group, size_t threads) {
  group_ = group;
  starts_.assign(group.last - group.first, {});
  size_t next = 0;
  for (size_t part = group.first; part < group.last; ++part) {
    std::vector<size_t>& starts = starts_[part - group.first];
    for (const std::vector<uint32_t>& of_stretch : counts_) {
      starts.push_back(next);
      if (is_large_[part] == 0) next += of_stretch[part];
    }
    starts.push_back(next);
  }
  InParallel(stretches_.size(), threads, [&](size_t s) { CopyStretch(s); });
}

const std::vector<int64_t>& EventsOfOps::OwnTimesOf(TrackId track) const {
  const std::vector<int64_t>& own = own_[track.row()];
  if (!own.empty()) return own;
  return profile_.events[track].selves();
}

void EventsOfOps::CopyStretch(size_t stretch) {
  std::vector<Run*> next;
  for (const std::vector<size_t>& starts : starts_) next.push_back(runs_.data() + starts[stretch]);
  const OpRange ops{ops_[group_.first].first, ops_[group_.last - 1].last};
  const std::vector<Piece>& pieces = stretches_[stretch].pieces;
  for (size_t p = 0; p < pieces.size(); ++p) {
    const Events& events = profile_.events[pieces[p].track];
    const std::vector<int64_t>& own = OwnTimesOf(pieces[p].track);
    for (uint32_t e = pieces[p].first; e < pieces[p].last; ++e) {
      if (!ops.Has(events.op[e]) || IsWorkOfOp(pieces[p].track, e)) continue;
      const uint32_t op = events.op[e].row(), part = part_of_op_[op];
      if (is_large_[part] != 0) continue;
      *next[part - group_.first]++ = {
          events.begin[e], events.duration[e],       own[e],
          events.step[e],  static_cast<uint16_t>(p), static_cast<uint16_t>(op - ops_[part].first)};
    }
  }
}

}  // namespace profiler::derive
