#ifndef PROFILER_ANALYSIS_MEMORY_UPDATED_COPIES_H_
#define PROFILER_ANALYSIS_MEMORY_UPDATED_COPIES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The copies around optimizers of PyTorch that update on the host what a device computes with, and
// those in optimizers that compute on a device, by the rules of ModelCopies.
struct UpdatedCopies {
  std::vector<EventId> to_devices;    // of what it updated
  std::vector<EventId> of_state;      // to devices, in an optimizer that computes there
  std::vector<EventId> from_devices;  // of as many bytes as one of what it updated, before
};
UpdatedCopies FindUpdatedCopies(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_UPDATED_COPIES_H_
