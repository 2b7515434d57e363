#include "profiler/store/derive/steps/step_spans.h"

#include <algorithm>
#include <tuple>

namespace profiler {

void StepSpans::Finish() {
  std::sort(spans_.begin(), spans_.end(), [](const Span& a, const Span& b) {
    return std::tie(a.begin, a.step) < std::tie(b.begin, b.step);
  });
  changes_.clear();
  std::vector<const Span*> open;  // sorted by begin, each ending before the previous
  const auto close_until = [&](int64_t time) {
    while (!open.empty() && open.back()->end <= time) {
      const int64_t end = open.back()->end;
      open.pop_back();
      changes_.emplace_back(end, open.empty() ? StepId() : open.back()->step);
    }
  };
  for (const Span& span : spans_) {
    if (span.end <= span.begin) continue;
    close_until(span.begin);
    // A span that ends within this span no longer affects the result.
    while (!open.empty() && open.back()->end <= span.end) open.pop_back();
    open.push_back(&span);
    changes_.emplace_back(span.begin, span.step);
  }
  close_until(INT64_MAX);
}

StepId StepSpans::At(int64_t time) const {
  const auto after =
      std::upper_bound(changes_.begin(), changes_.end(), time,
                       [](int64_t t, const auto& change) { return t < change.first; });
  return after == changes_.begin() ? StepId() : (after - 1)->second;
}

}  // namespace profiler
