#include "profiler/analysis/accelerators/work/marks_of_work.h"

#include <algorithm>
#include <cstdint>

namespace profiler {

StringId MarksOfWork::MarkAt(const Events& events, int64_t time) const {
  const auto after = std::upper_bound(events.begin.begin(), events.begin.end(), time);
  if (after == events.begin.begin()) return {};
  for (auto e = static_cast<uint32_t>(after - events.begin.begin() - 1); e != Events::kNoParent;
       e = events.ParentOf(e)) {
    const OpId op = events.op[e];
    if (!op.valid() || events.begin[e] + events.duration[e] <= time) continue;
    const OpRow& row = profile_.ops.row[op];
    if (profile_.strings[row.type] == kUserMarkType && users_.Has(row.name)) return row.name;
  }
  return {};
}

void MarksOfWork::Add(TrackId thread, const std::vector<Interval>& work) {
  for (const Interval& part : work) {
    const StringId mark = MarkAt(profile_.events[thread], part.begin);
    if (mark.valid()) times_[mark] += static_cast<Int128>(part.end) - part.begin;
  }
}

StringId MarksOfWork::MarkOfMost(Int128 time) const {
  for (const auto& [mark, of_mark] : times_) {
    if (2 * of_mark > time) return mark;
  }
  return {};
}

}  // namespace profiler
