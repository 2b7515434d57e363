#ifndef PROFILER_ANALYSIS_MEMORY_MODEL_COPIES_H_
#define PROFILER_ANALYSIS_MEMORY_MODEL_COPIES_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// What a copy between a host and a device is for.
enum class ModelCopy : uint8_t {
  kNone,       // unknown: to a device, it may be input
  kComputed,   // to a device, by an op of PyTorch whose gradient is copied back: of values that the
               // model computed in the step
  kUpdated,    // to a device, of what an optimizer of PyTorch updated on the host
  kState,      // to a device, in the step of an optimizer that computes there
  kGradients,  // from a device, of what such an optimizer takes
};

// Copies of a model's values, which are no input.
//
// A copy to a device is of what an optimizer updated if the optimizer's step (UpdateMarks) launched
// no other work, and the copy is launched within that; or after it, in the same step of the thread
// and before the thread waits for input again, and either a copy of as many bytes came from a
// device in that step before the optimizer's end, or a mark of the user is around both.
class ModelCopies {
 public:
  explicit ModelCopies(const Profile& profile);

  // Of the event of a device's track. Other work that an op of kComputed launched counts as that.
  ModelCopy Of(TrackId track, uint32_t event) const {
    if (of_track_.empty()) return ModelCopy::kNone;
    const std::vector<ModelCopy>& events = of_track_[track.row()];
    return event < events.size() ? events[event] : ModelCopy::kNone;
  }
  // Whether it is known what the copy is of, and so that it copies no input.
  bool Has(TrackId track, uint32_t event) const { return Of(track, event) != ModelCopy::kNone; }

 private:
  std::vector<std::vector<ModelCopy>> of_track_;  // by track and event; empty if there are none
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_MODEL_COPIES_H_
