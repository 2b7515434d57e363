#ifndef PROFILER_ANALYSIS_OPS_MODEL_COPIES_H_
#define PROFILER_ANALYSIS_OPS_MODEL_COPIES_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Copies by ops of PyTorch whose gradient is copied back: of values that the model computed in the
// step, and no input.
class ModelCopies {
 public:
  explicit ModelCopies(const Profile& profile);

  // Whether the event of a device's track is such a copy, or other work that its op launched.
  bool Has(TrackId track, uint32_t event) const {
    if (of_track_.empty()) return false;
    const std::vector<bool>& events = of_track_[track.row()];
    return event < events.size() && events[event];
  }

 private:
  std::vector<std::vector<bool>> of_track_;  // by track and event; empty if there are none
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_MODEL_COPIES_H_
