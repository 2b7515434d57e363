#ifndef PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_GRADIENTS_H_
#define PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_GRADIENTS_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The expected time of an all-reduce of the model's gradients, at 4 bytes per parameter, and the
// measured time of a rank's all-reduces per step. The section has no rows if the number of
// parameters is neither given (0) nor in the profile.
Report GradientsSection(const Profile& profile, const std::vector<CollectiveEvent>& events,
                        double bandwidth, int64_t given_parameters);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_GRADIENTS_H_
