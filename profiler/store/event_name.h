#ifndef PROFILER_STORE_EVENT_NAME_H_
#define PROFILER_STORE_EVENT_NAME_H_

#include "profiler/store/profile.h"

namespace profiler {

// What an event is called: by its own label, or else as its op; invalid where it has neither. An
// instruction is called by its name where the label is all its text: `%dot.1 = f32[8,8] dot(...`.
inline StringId EventName(const Profile& profile, const Events& events, uint32_t row) {
  const OpId op = events.op[row];
  const StringId of_op = op.valid() ? profile.ops.row[op].name : StringId();
  if (events.label.empty() || !events.label[row].valid()) return of_op;
  const bool is_text = op.valid() && profile.ops.row[op].kind == OpKind::kHloInstruction &&
                       profile.strings[events.label[row]].starts_with('%');
  return is_text ? of_op : events.label[row];
}

}  // namespace profiler

#endif  // PROFILER_STORE_EVENT_NAME_H_
