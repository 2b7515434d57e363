#ifndef PROFILER_STORE_EVENT_NAME_H_
#define PROFILER_STORE_EVENT_NAME_H_

#include "profiler/store/profile.h"

namespace profiler {

// What an event is called: by its own label, or else as its op; invalid where it has neither.
inline StringId EventName(const Profile& profile, const Events& events, uint32_t row) {
  if (!events.label.empty() && events.label[row].valid()) return events.label[row];
  const OpId op = events.op[row];
  return op.valid() ? profile.ops.row[op].name : StringId();
}

}  // namespace profiler

#endif  // PROFILER_STORE_EVENT_NAME_H_
