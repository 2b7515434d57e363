#ifndef PROFILER_ANALYSIS_ACCELERATORS_WORK_LOOP_CONDITIONS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_WORK_LOOP_CONDITIONS_H_

#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/store/profile.h"

namespace profiler {

// The calls with which XLA's programs copy the condition of a loop to the host: it is computed on
// the device, and the host launches the next iteration only once it knows it.
class LoopConditions {
 public:
  explicit LoopConditions(const Profile& profile);

  // Whether the call is such a copy, or the first call of its thread after one, beside it.
  bool AwaitedBy(EventId wait) const;

 private:
  bool Has(EventId call) const { return copies_.contains({call.track, call.row}); }

  const Profile& profile_;
  absl::flat_hash_set<std::pair<TrackId, uint32_t>> copies_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_WORK_LOOP_CONDITIONS_H_
