#ifndef PROFILER_ANALYSIS_OPS_OP_SCOPE_H_
#define PROFILER_ANALYSIS_OPS_OP_SCOPE_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// The scope that contains the op, as recorded or taken from the op's name; "" if there is none.
inline std::string_view ScopeOf(const Profile& profile, OpId op) {
  if (!op.valid()) return {};
  const OpRow& row = profile.ops.row[op];
  if (row.scope.valid() && !profile.strings[row.scope].empty()) return profile.strings[row.scope];
  const std::string_view name = profile.strings[row.name];
  const size_t slash = name.rfind('/');
  return slash == name.npos ? std::string_view() : name.substr(0, slash);
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_OP_SCOPE_H_
