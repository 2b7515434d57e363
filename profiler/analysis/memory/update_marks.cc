#include "profiler/analysis/memory/update_marks.h"

#include <algorithm>
#include <string_view>

#include "profiler/analysis/ops/framework_op.h"

namespace profiler {

UpdateMarks::Role UpdateMarks::RoleOf(const Profile& profile, const OpRow& op) {
  const std::string_view name = profile.strings[op.name];
  if (name.starts_with(kOptimizerStep)) return Role::kMark;
  const bool is_pass = name.starts_with("Optimizer.zero_grad#") ||
                       name.starts_with("autograd::engine") || name.starts_with("nn.Module: ");
  return is_pass ? Role::kPass : Role::kNone;
}

UpdateMarks::UpdateMarks(const Profile& profile) {
  roles_.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) roles_.push_back(RoleOf(profile, op));
  if (std::find(roles_.begin(), roles_.end(), Role::kMark) == roles_.end()) roles_.clear();
}

std::vector<bool> UpdateMarks::Of(const Events& events) const {
  std::vector<bool> marks(events.size());
  if (roles_.empty()) return marks;
  const auto role_of = [&](uint32_t e) {
    return events.op[e].valid() ? roles_[events.op[e].row()] : Role::kNone;
  };
  for (uint32_t e = 0; e < events.size(); ++e) {
    const Role role = role_of(e);
    if (role == Role::kMark) marks[e] = true;
    if (role != Role::kPass) continue;
    // What is in another event of a pass was looked at with that.
    for (uint32_t around = events.ParentOf(e);
         around != Events::kNoParent && role_of(around) != Role::kPass;
         around = events.ParentOf(around)) {
      marks[around] = false;
    }
  }
  return marks;
}

}  // namespace profiler
