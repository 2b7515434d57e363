#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_RUN_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_RUN_H_

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `environment`: what was recorded, and where.
Report EnvironmentSection(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_RUN_H_
