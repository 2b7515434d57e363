#ifndef PROFILER_STORE_EVENT_NAME_H_
#define PROFILER_STORE_EVENT_NAME_H_

#include "profiler/store/profile.h"

namespace profiler {

// Returns an event's name: the event's label, or else its op's name, or an invalid id if it has
// neither. Events of HLO instructions always get the op's name, because their label is the
// instruction's whole text, e.g. `%dot.1 = f32[8,8] dot(...`.
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
