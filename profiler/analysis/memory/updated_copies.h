#ifndef PROFILER_ANALYSIS_MEMORY_UPDATED_COPIES_H_
#define PROFILER_ANALYSIS_MEMORY_UPDATED_COPIES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The copies around an optimizer of PyTorch that updates on the host what a device computes with,
// by the rules of ModelCopies.
struct UpdatedCopies {
  std::vector<EventId> to_devices;    // of what it updated
  std::vector<EventId> from_devices;  // of as many bytes as one of these, before it
};
UpdatedCopies FindUpdatedCopies(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_UPDATED_COPIES_H_
