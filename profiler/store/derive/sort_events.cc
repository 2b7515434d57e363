#include <algorithm>
#include <array>
#include <numeric>

#include "profiler/base/threads/in_parallel.h"
#include "profiler/store/derive/derive.h"

namespace profiler::derive {
namespace {

bool IsSorted(const Events& events) {
  for (size_t i = 1; i < events.size(); ++i) {
    if (events.begin[i] < events.begin[i - 1]) return false;
    if (events.begin[i] == events.begin[i - 1] && events.duration[i] > events.duration[i - 1]) {
      return false;
    }
  }
  return true;
}

struct Key {
  uint64_t begin = 0;  // relative to the earliest
  uint32_t row = 0;
};

// Sorts by begin, stably. A radix sort from the lowest digit: tracks have many events, and their
// begins span few digits.
std::vector<Key> ByBegin(const std::vector<int64_t>& begin) {
  const auto least = static_cast<uint64_t>(*std::min_element(begin.begin(), begin.end()));
  std::vector<Key> keys(begin.size()), sorted(begin.size());
  uint64_t used_bits = 0;
  for (uint32_t i = 0; i < keys.size(); ++i) {
    keys[i] = {static_cast<uint64_t>(begin[i]) - least, i};
    used_bits |= keys[i].begin;
  }
  for (int shift = used_bits == 0 ? 64 : __builtin_ctzll(used_bits);
       shift < 64 && used_bits >> shift != 0; shift += 8) {
    const auto digit = [shift](const Key& key) { return key.begin >> shift & 0xff; };
    std::array<size_t, 256> next{};
    for (const Key& key : keys) ++next[digit(key)];
    std::exclusive_scan(next.begin(), next.end(), next.begin(), size_t{0});
    for (const Key& key : keys) sorted[next[digit(key)]++] = key;
    keys.swap(sorted);
  }
  return keys;
}

// The arrival rows in sorted order.
std::vector<uint32_t> SortedOrder(const Events& events) {
  std::vector<Key> keys = ByBegin(events.begin);
  for (auto first = keys.begin(); first != keys.end();) {
    auto last = first + 1;
    while (last != keys.end() && last->begin == first->begin) ++last;
    if (last - first > 1) {
      std::stable_sort(first, last, [&](const Key& a, const Key& b) {
        return events.duration[a.row] > events.duration[b.row];
      });
    }
    first = last;
  }
  std::vector<uint32_t> order(keys.size());
  for (uint32_t i = 0; i < keys.size(); ++i) order[i] = keys[i].row;
  return order;
}

template <typename T>
void Permute(std::vector<T>& column, const std::vector<uint32_t>& order) {
  if (column.empty()) return;
  std::vector<T> sorted(order.size());
  for (size_t i = 0; i < order.size(); ++i) sorted[i] = column[order[i]];
  column = std::move(sorted);
}

// An optional column may end before the last row.
template <typename T>
void Complete(std::vector<T>& column, size_t rows, const T& absent) {
  if (!column.empty()) column.resize(rows, absent);
}

// If `asks`, returns the new row of each arrival row. Empty if no row moved.
std::vector<uint32_t> SortTrack(Events& events, bool asks) {
  const EventRow absent;
  const auto complete = [&](auto& column, const auto& member) {
    using Cell = typename std::remove_reference_t<decltype(column)>::value_type;
    Complete(column, events.size(), static_cast<Cell>(member(absent)));
  };
  EachEventColumn(
      events, [](const auto&, const auto&) {}, complete);
  if (IsSorted(events)) return {};
  const std::vector<uint32_t> order = SortedOrder(events);
  const auto permute = [&](auto& column, const auto&) { Permute(column, order); };
  EachEventColumn(events, permute, permute);
  if (!asks) return {};
  std::vector<uint32_t> moved_to(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) moved_to[order[i]] = i;
  return moved_to;
}

}  // namespace

void SortEvents(Profile& profile, size_t threads) {
  // Per track, the new row of each arrival row; only for tracks that flows refer to.
  std::vector<std::vector<uint32_t>> moved_to(profile.tracks.size());
  std::vector<bool> has_flow(profile.tracks.size(), false);
  for (const FlowRow& flow : profile.flows.values()) {
    has_flow[flow.from.track.row()] = has_flow[flow.to.track.row()] = true;
  }
  InParallel(profile.tracks.size(), threads, [&](size_t t) {
    moved_to[t] = SortTrack(profile.events[TrackId(static_cast<uint32_t>(t))], has_flow[t]);
  });
  const auto is_empty = [](const std::vector<uint32_t>& rows) { return rows.empty(); };
  if (std::all_of(moved_to.begin(), moved_to.end(), is_empty)) return;
  profile.flows.ChangeAll([&](FlowRow& flow) {
    for (EventId* end : {&flow.from, &flow.to}) {
      const std::vector<uint32_t>& rows = moved_to[end->track.row()];
      if (!rows.empty()) end->row = rows[end->row];
    }
  });
}

}  // namespace profiler::derive
