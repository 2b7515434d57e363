#ifndef PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_GRADIENTS_H_
#define PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_GRADIENTS_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What an all-reduce of the model's gradients should take, 4 bytes a parameter, and how long a
// rank's all-reduces of one step took. No rows where neither the user (0) nor the profile tells the
// parameters.
Report GradientsSection(const Profile& profile, const std::vector<CollectiveEvent>& events,
                        double bandwidth, int64_t given_parameters);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_GRADIENTS_H_
