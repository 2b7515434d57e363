#include "profiler/store/transform/window_events.h"

#include <algorithm>
#include <tuple>

#include "profiler/store/facts.h"

namespace profiler {

WindowEvents::WindowEvents(const Events& events, SourceWindow window) : events_(events) {
  for (uint32_t e = 0; e < events.size() && events.begin[e] < window.to; ++e) {
    const int64_t begin = events.begin[e], end = begin + events.duration[e];
    if (!window.Overlaps(begin, end)) continue;
    const int64_t inside = std::max(begin, window.from);
    kept_.push_back({inside, std::min(end, window.to) - inside, e});
  }
  // Sorts again, because clipping their begins may change the order of overlapping events that do
  // not nest.
  const auto before = [](const Kept& a, const Kept& b) {
    return std::tie(a.begin, b.duration) < std::tie(b.begin, a.duration);
  };
  if (!std::is_sorted(kept_.begin(), kept_.end(), before)) {
    std::stable_sort(kept_.begin(), kept_.end(), before);
  }
  moved_.assign(events.size(), kGone);
  for (uint32_t i = 0; i < kept_.size(); ++i) moved_[kept_[i].row] = i;
}

template <typename T>
void WindowEvents::Take(const std::vector<T>& from, std::vector<T>& to) const {
  if (from.empty()) return;
  to.reserve(kept_.size());
  for (const Kept& kept : kept_) to.push_back(from[kept.row]);
}

void WindowEvents::CopyTo(Events& to, WindowReport& report) const {
  EachEventColumnOfBoth(events_, to, [&](const auto& from, auto& column) { Take(from, column); });
  static_assert(RowSchema<EventFact>::kCoded<Coding::kTime> == 1 &&
                    RowSchema<EventFact>::kCoded<Coding::kSpan> == 1,
                "begin and duration are the only times that a window cuts here");
  for (uint32_t i = 0; i < kept_.size(); ++i) {
    to.begin[i] = kept_[i].begin;
    to.duration[i] = kept_[i].duration;
    report.cut_events += kept_[i].duration != events_.duration[kept_[i].row] ? 1 : 0;
  }
  report.events += static_cast<int64_t>(kept_.size());
  // Keeps the parents of the whole track. Parents computed from the clipped times would nest events
  // of equal length.
  if (events_.parent.empty()) return;
  to.parent.reserve(kept_.size());
  for (uint32_t i = 0; i < kept_.size(); ++i) {
    const uint32_t parent = events_.parent[kept_[i].row];
    to.parent.push_back(parent == UINT32_MAX ? UINT32_MAX : moved_[parent]);
  }
}

}  // namespace profiler
