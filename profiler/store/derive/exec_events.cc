#include "profiler/store/derive/exec_events.h"

#include <algorithm>

#include "profiler/base/in_parallel.h"
#include "profiler/store/derive/derive.h"

namespace profiler::derive {
namespace {

constexpr uint32_t kNoRow = UINT32_MAX;

// Per event, its exec row, or kNoRow.
std::vector<uint32_t> RowsOf(const Events& events, DeviceId device, const ExecKeys& keys) {
  std::vector<uint32_t> rows(events.size(), kNoRow);
  ExecFinder finder(keys, 0, static_cast<uint32_t>(keys.ops() - 1));
  for (size_t e = 0; e < rows.size(); ++e) {
    if (!events.op[e].valid()) continue;
    rows[e] = static_cast<uint32_t>(finder.Find(events.op[e], {events.step[e], device}));
  }
  return rows;
}

// Calls part(range) for the ranges that have the row. Most rows are in the range of the row before.
class RangeFinder {
 public:
  explicit RangeFinder(const std::vector<RowRange>& ranges) : ranges_(ranges) {}

  template <typename Part>
  void ForEach(size_t row, const Part& part) {
    if (!ranges_[last_].Has(row)) {
      const auto behind = std::upper_bound(
          ranges_.begin(), ranges_.end(), row,
          [](size_t sought, const RowRange& range) { return sought < range.first; });
      last_ = static_cast<size_t>(behind - ranges_.begin()) - 1;
    }
    part(last_);
    for (size_t i = last_; i-- > 0 && ranges_[i].Has(row);) part(i);
    for (size_t i = last_ + 1; i < ranges_.size() && ranges_[i].Has(row); ++i) part(i);
  }

 private:
  const std::vector<RowRange>& ranges_;
  size_t last_ = 0;
};

}  // namespace

EventsOfRows::EventsOfRows(const Profile& profile, const ExecKeys& keys,
                           const std::vector<RowRange>& ranges, size_t threads)
    : parts_(ranges.size()) {
  if (ranges.empty()) return;
  const size_t tracks = profile.tracks.size();
  std::vector<std::vector<uint32_t>> rows(tracks);
  InParallel(tracks, threads, [&](size_t t) {
    const TrackId track(static_cast<uint32_t>(t));
    if (!IsSummed(profile.tracks[track])) return;
    rows[t] = RowsOf(profile.events[track], profile.tracks[track].device, keys);
  });
  RangeFinder finder(ranges);
  std::vector<size_t> counts(ranges.size());
  for (const std::vector<uint32_t>& of_track : rows) {
    for (const uint32_t row : of_track) {
      if (row != kNoRow) finder.ForEach(row, [&](size_t part) { ++counts[part]; });
    }
  }
  for (size_t i = 0; i < parts_.size(); ++i) parts_[i].places.reserve(counts[i]);
  for (size_t t = 0; t < tracks; ++t) {
    const TrackId track(static_cast<uint32_t>(t));
    for (uint32_t e = 0; e < rows[t].size(); ++e) {
      if (rows[t][e] == kNoRow) continue;
      finder.ForEach(rows[t][e], [&](size_t at) {
        Part& part = parts_[at];
        const size_t place = part.places.size();
        if (part.tracks.empty() || !(part.tracks.back().track == track)) {
          part.tracks.push_back({track, place, place});
        }
        part.tracks.back().last = place + 1;
        part.places.push_back({rows[t][e], e});
      });
    }
    rows[t] = {};
  }
}

}  // namespace profiler::derive
