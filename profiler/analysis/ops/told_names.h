#ifndef PROFILER_ANALYSIS_OPS_TOLD_NAMES_H_
#define PROFILER_ANALYSIS_OPS_TOLD_NAMES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Names that a user knows: of marks and of functions in the user's code. What a library runs around
// these for the same time, as a decorator does, says less.
class UsersNames {
 public:
  explicit UsersNames(const Profile& profile);

  bool Has(StringId name) const { return name.valid() && is_users_[name.row()] != 0; }

 private:
  std::vector<char> is_users_;  // by string
};

// Whether work in another that takes `whole` takes nearly all of it.
template <typename Time>
bool IsNearlyAll(Time part, Time whole) {
  return 10 * part >= 9 * whole;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_TOLD_NAMES_H_
