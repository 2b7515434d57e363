#include "profiler/analysis/ops/told_names.h"

#include <string_view>

#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/user_marks.h"

namespace profiler {

UsersNames::UsersNames(const Profile& profile) : is_users_(profile.strings.size()) {
  for (const OpRow& op : profile.ops.row.values()) {
    const std::string_view name = profile.strings[op.name], type = profile.strings[op.type];
    const bool is_mark = type == kUserMarkType && !IsMarkOfFramework(name);
    if (is_mark || IsUsersFunction(profile, op)) is_users_[op.name.row()] = 1;
  }
}

}  // namespace profiler
