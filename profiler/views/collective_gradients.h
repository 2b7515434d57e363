#ifndef PROFILER_VIEWS_COLLECTIVE_GRADIENTS_H_
#define PROFILER_VIEWS_COLLECTIVE_GRADIENTS_H_

#include <vector>

#include "profiler/report/report.h"
#include "profiler/store/profile.h"
#include "profiler/views/collective_events.h"

namespace profiler {

// What an all-reduce of the model's gradients should take, 4 bytes a parameter, and how long a
// rank's all-reduces of one step took. No rows where the profile does not tell the parameters.
Report GradientsSection(const Profile& profile, const std::vector<CollectiveEvent>& events,
                        double bandwidth);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVE_GRADIENTS_H_
