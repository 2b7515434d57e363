#include "profiler/analysis/accelerators/work/waiting_calls.h"

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/store/event_name.h"

namespace profiler {

WaitingCalls::WaitingCalls(const Profile& profile)
    : profile_(profile), blocking_(profile), calls_to_device_(profile), loop_conditions_(profile) {}

void WaitingCalls::Add(EventId event, std::vector<HostWait>& waits) const {
  if (!Blocks(event) || IsInWait(event)) return;
  if (!waits.empty() && IsForCopy(waits.back(), event)) {
    waits.back().last = event;
  } else {
    waits.push_back({event, event, CopiesToDevice(event), loop_conditions_.AwaitedBy(event)});
  }
}

bool WaitingCalls::Blocks(EventId event) const {
  const OpId op = profile_.events[event.track].op[event.row];
  return op.valid() && profile_.ops.row[op].kind == OpKind::kRuntime && blocking_.Has(event);
}

// Whether the event is nested in another wait, e.g. the driver's call inside
// cudaDeviceSynchronize.
bool WaitingCalls::IsInWait(EventId event) const {
  const Events& events = profile_.events[event.track];
  const uint32_t parent = events.ParentOf(event.row);
  return parent != Events::kNoParent && Blocks({event.track, parent});
}

// The call right before the event in the same call of an op; invalid if there is none.
EventId WaitingCalls::CallBefore(EventId event) const {
  const Events& events = profile_.events[event.track];
  const uint32_t parent = events.ParentOf(event.row);
  if (parent == Events::kNoParent || event.row == 0 || event.row - 1 == parent) return {};
  const EventId before = {event.track, event.row - 1};
  return events.ParentOf(before.row) == parent ? before : EventId();
}

// Whether the call copies from a host to a device, or waits right after such a call of its op.
bool WaitingCalls::CopiesToDevice(EventId wait) const {
  if (calls_to_device_.Has(wait)) return true;
  const EventId before = CallBefore(wait);
  return before.valid() && calls_to_device_.Has(before);
}

// Whether the wait is for the copy that `copy` waited for, too, and copies nothing itself.
bool WaitingCalls::IsForCopy(const HostWait& copy, EventId wait) const {
  if (!(copy.first == copy.last) || blocking_.HasByCopy(wait)) return false;
  const EventId before = CallBefore(wait);
  return before.valid() && copy.last == before && blocking_.HasByCopy(before);
}

Interval WaitingCalls::TimeOf(EventId event) const {
  const Events& events = profile_.events[event.track];
  return {events.begin[event.row], events.begin[event.row] + events.duration[event.row]};
}

Interval WaitingCalls::TimeOf(const HostWait& wait) const {
  return {TimeOf(wait.first).begin, TimeOf(wait.last).end};
}

EventId WaitingCalls::Longest(const HostWait& wait) const {
  const std::vector<int64_t>& durations = profile_.events[wait.last.track].duration;
  return durations[wait.first.row] >= durations[wait.last.row] ? wait.first : wait.last;
}

Interval WaitingCalls::CostOf(const HostWait& wait, const CallSite& site) const {
  if (!site.op.valid() || !OnlyFetches(profile_.strings[site.op])) return TimeOf(wait);
  const TrackId track = wait.first.track;
  const Events& events = profile_.events[track];
  for (uint32_t e = events.ParentOf(wait.first.row); e != Events::kNoParent;
       e = events.ParentOf(e)) {
    if (EventName(profile_, events, e) == site.op) return TimeOf(EventId{track, e});
  }
  return TimeOf(wait);
}

}  // namespace profiler
