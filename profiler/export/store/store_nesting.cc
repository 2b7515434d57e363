#include "profiler/export/store/store_nesting.h"

#include "profiler/store/derive/derive.h"
#include "profiler/store/facts.h"

namespace profiler {

std::vector<uint32_t> StoreNesting(const Events& events, const std::vector<uint32_t>& left_out) {
  constexpr uint32_t kTop = UINT32_MAX;
  if (events.parent.empty()) return {};
  const auto is_written = [&](uint32_t e) {
    return left_out.empty() || left_out[e] == left_out[e + 1];
  };
  std::vector<uint32_t> around(events.size(), kTop);  // by event: the nearest written ancestor
  std::vector<uint32_t> written;
  std::vector<int64_t> begin, duration;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const uint32_t parent = events.parent[e];
    if (parent != kTop) around[e] = is_written(parent) ? parent : around[parent];
    if (!is_written(e)) continue;
    written.push_back(e);
    begin.push_back(events.begin[e]);
    duration.push_back(events.duration[e]);
  }
  const std::vector<uint32_t> by_time = derive::ParentsByTime(begin, duration);
  const auto row_of = [&](uint32_t e) { return left_out.empty() ? e : e - left_out[e]; };
  std::vector<uint32_t> nesting(events.size());
  bool as_times_tell = true;
  for (uint32_t i = 0; i < written.size(); ++i) {
    const uint32_t e = written[i];
    const uint32_t parent = around[e] == kTop ? kTop : row_of(around[e]);
    nesting[e] = kNestedInNone + (parent == kTop ? 0 : i - parent);
    as_times_tell = as_times_tell && parent == by_time[i];
  }
  if (as_times_tell) nesting.clear();
  return nesting;
}

}  // namespace profiler
