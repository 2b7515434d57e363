#ifndef PROFILER_ANALYSIS_SELECTION_FRAMEWORK_NAME_H_
#define PROFILER_ANALYSIS_SELECTION_FRAMEWORK_NAME_H_

#include <cstdint>

#include "profiler/store/profile.h"

namespace profiler {

// The name of an op as the user knows it. For an instruction or a kernel this is the framework op's
// name.
inline StringId FrameworkName(const Profile& profile, OpId op) {
  if (!op.valid()) return StringId();
  const OpRow& row = profile.ops.row[op];
  return row.framework_op.valid() ? profile.ops.row[row.framework_op].name : row.name;
}

// The name of the framework op that an event belongs to; invalid for runtime calls.
inline StringId OpOfEvent(const Profile& profile, const Events& events, uint32_t event) {
  const OpId op = events.op[event];
  const bool is_call = op.valid() && profile.ops.row[op].kind == OpKind::kRuntime;
  return is_call ? StringId() : FrameworkName(profile, op);
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_FRAMEWORK_NAME_H_
