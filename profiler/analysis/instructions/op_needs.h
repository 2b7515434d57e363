#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_OP_NEEDS_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_OP_NEEDS_H_

#include <span>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The ops whose results ops need, or that they wait for, as recorded graphs tell.
class OpNeeds {
 public:
  // `runs`, by op: has events. Of what has none, as a tuple, what it needs is taken.
  OpNeeds(const Profile& profile, const std::vector<char>& runs);

  // Of an op that has events. Empty if no graph was recorded, or it needs too many.
  std::span<const OpId> Of(OpId op) const { return of_[op.row()]; }

 private:
  std::vector<std::vector<OpId>> of_;  // by op
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_OP_NEEDS_H_
