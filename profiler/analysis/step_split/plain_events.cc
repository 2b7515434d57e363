#include "profiler/analysis/step_split/plain_events.h"

#include <algorithm>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/row_facts.h"

namespace profiler {

PlainEvents::PlainEvents(const TrackFacts& of, const std::vector<size_t>& sum_of,
                         std::vector<StepParts>& parts)
    : of_(of), sum_of_(sum_of), parts_(parts) {
  // Nothing else in a thread matters to them where it has none of these.
  const bool may_be_plain =
      of.are_plain && of.waits.empty() && of.roles.empty() && !of.has_backward;
  // What is made for each sum must not take longer than the events.
  if (!may_be_plain || of.track.events.size() < parts.size()) return;
  for (size_t at = 0; at < of.in_order.size(); ++at) {
    if (!StepParts::OfTrack::Has(parts[of.in_order[at].sum], of.zero)) return;
    begins_.push_back(static_cast<int64_t>(of.in_order[at].begin - of.zero));
  }
  of_sums_.resize(parts.size());
}

// In its own sum all of its time counts as more already.
inline void PlainEvents::AddElsewhere(int64_t begin, int64_t end, size_t own,
                                      int64_t& added_until) {
  while (at_ + 1 < begins_.size() && begins_[at_ + 1] <= begin) ++at_;
  if (end <= added_until) return;
  for (size_t at = at_; at < begins_.size() && begins_[at] < end; ++at) {
    const size_t sum = of_.in_order[at].sum;
    if (sum != own) Of(sum).elsewhere.Add(begin, end);
  }
  added_until = end;
}

uint32_t PlainEvents::Add(uint32_t first, int64_t& added_until) {
  if (of_sums_.empty()) return first;
  const Events& events = of_.track.events;
  const auto end = static_cast<uint32_t>(std::min(events.size(), size_t{first} + kCheckEvery));
  StepId step;  // of the event before
  size_t sum = kNoSum;
  uint32_t e = first;
  for (; e < end && StepEventTypes::IsPlain(of_.names[e]); ++e) {
    if (events.step[e] != step) {
      step = events.step[e];
      sum = step.valid() ? sum_of_[step.row()] : kNoSum;
      if (sum != kNoSum) parts_[sum].SetTimed();
    }
    if (sum == kNoSum) break;
    const Interval time = of_.TimeOf(e);
    Of(sum).computes.Add(time.begin, time.end);
    if (of_.holds_steps) AddElsewhere(time.begin, time.end, sum, added_until);
  }
  return e;
}

void PlainEvents::Finish() {
  for (OfSum& of : of_sums_) {
    if (!of.is_known) continue;
    of.computes.Finish();
    of.elsewhere.Finish();
  }
}

PlainEvents::OfSum& PlainEvents::Know(size_t sum) {
  OfSum& of = of_sums_[sum];
  of.computes = StepParts::OfTrack(parts_[sum], StepEventType::kHostCompute, of_.zero);
  of.elsewhere = StepParts::OfTrack(parts_[sum], StepEventType::kHostElse, of_.zero);
  of.is_known = true;
  return of;
}

}  // namespace profiler
