#include "profiler/analysis/time/long_work.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/ops/framework_op.h"

namespace profiler {
namespace {

constexpr int64_t kLongWork = 1000 * kPicosPerMicro;

bool IsWork(const Profile& profile, OpId op) {
  if (!op.valid()) return false;
  const OpRow& row = profile.ops.row[op];
  if (WaitsForDevice(profile.strings[row.name])) return false;
  return IsFrameworkOp(profile, op) || profile.strings[row.type] == kRuntimeType;
}

// Splits a window by the innermost event of a thread that runs.
class InnermostParts {
 public:
  InnermostParts(const Events& events, Interval window)
      : events_(events), window_(window), at_(window.begin) {}

  std::map<uint32_t, std::vector<Interval>> Split() {
    const auto first = static_cast<uint32_t>(
        std::lower_bound(events_.begin.begin(), events_.begin.end(), window_.begin) -
        events_.begin.begin());
    if (first > 0) OpenAround(first - 1);
    for (uint32_t e = first; e < events_.size() && events_.begin[e] < window_.end; ++e) {
      CloseUntil(events_.begin[e]);
      Add(events_.begin[e]);
      open_.push_back(e);
    }
    CloseUntil(window_.end);
    Add(window_.end);
    return std::move(parts_);
  }

 private:
  int64_t EndOf(uint32_t e) const { return events_.begin[e] + events_.duration[e]; }

  void OpenAround(uint32_t e) {
    for (; e != Events::kNoParent; e = events_.ParentOf(e)) {
      if (EndOf(e) > window_.begin) open_.push_back(e);
    }
    std::reverse(open_.begin(), open_.end());
  }

  void CloseUntil(int64_t time) {
    while (!open_.empty() && EndOf(open_.back()) <= time) {
      Add(EndOf(open_.back()));
      open_.pop_back();
    }
  }

  void Add(int64_t end) {
    if (end <= at_) return;
    if (!open_.empty()) parts_[open_.back()].push_back({at_, end});
    at_ = end;
  }

  const Events& events_;
  const Interval window_;
  int64_t at_;
  std::vector<uint32_t> open_;  // the innermost last
  std::map<uint32_t, std::vector<Interval>> parts_;
};

}  // namespace

std::vector<Interval> LongWork(const Profile& profile, TrackId thread, Interval window) {
  std::vector<Interval> work;
  if (window.end - window.begin <= kLongWork) return work;
  const Events& events = profile.events[thread];
  for (const auto& [event, parts] : InnermostParts(events, window).Split()) {
    int64_t time = 0;
    for (const Interval& part : parts) time += part.end - part.begin;
    if (time <= kLongWork || !IsWork(profile, events.op[event])) continue;
    work.insert(work.end(), parts.begin(), parts.end());
  }
  return work;
}

}  // namespace profiler
