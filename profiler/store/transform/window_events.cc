#include "profiler/store/transform/window_events.h"

#include <algorithm>
#include <tuple>

namespace profiler {

WindowEvents::WindowEvents(const Events& events, SourceWindow window) : events_(events) {
  for (uint32_t e = 0; e < events.size() && events.begin[e] < window.to; ++e) {
    const int64_t begin = events.begin[e], end = begin + events.duration[e];
    if (!window.Overlaps(begin, end)) continue;
    const int64_t inside = std::max(begin, window.from);
    kept_.push_back({inside, std::min(end, window.to) - inside, e});
  }
  // Cut at their begin, events that overlap and do not nest may change places.
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
  Take(events_.op, to.op);
  Take(events_.step, to.step);
  Take(events_.label, to.label);
  Take(events_.detail, to.detail);
  Take(events_.kind, to.kind);
  Take(events_.args, to.args);
  Take(events_.step_by_time, to.step_by_time);
  to.begin.reserve(kept_.size());
  to.duration.reserve(kept_.size());
  for (const Kept& kept : kept_) {
    to.begin.push_back(kept.begin);
    to.duration.push_back(kept.duration);
    report.cut_events += kept.duration != events_.duration[kept.row] ? 1 : 0;
  }
  report.events += static_cast<int64_t>(kept_.size());
  // As it was in the whole track: to look for it again would nest what a cut makes equally long.
  if (events_.parent.empty()) return;
  to.parent.reserve(kept_.size());
  for (uint32_t i = 0; i < kept_.size(); ++i) {
    const uint32_t parent = events_.parent[kept_[i].row];
    to.parent.push_back(parent == UINT32_MAX ? UINT32_MAX : moved_[parent]);
  }
}

}  // namespace profiler
