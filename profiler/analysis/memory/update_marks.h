#ifndef PROFILER_ANALYSIS_MEMORY_UPDATE_MARKS_H_
#define PROFILER_ANALYSIS_MEMORY_UPDATE_MARKS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// torch.optim's marks (Optimizer.step#AdamW.step) around an update of parameters alone. Not those
// of step(closure), as of Lightning and LBFGS, in which the forward and backward passes run.
class UpdateMarks {
 public:
  explicit UpdateMarks(const Profile& profile);

  // Whether there is any of torch.optim's marks.
  bool empty() const { return roles_.empty(); }

  // By event of a host's thread.
  std::vector<bool> Of(const Events& events) const;

 private:
  enum class Role : uint8_t { kNone, kMark, kPass };

  static Role RoleOf(const Profile& profile, const OpRow& op);

  std::vector<Role> roles_;  // by op; empty without marks
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_UPDATE_MARKS_H_
