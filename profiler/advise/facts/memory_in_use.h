#ifndef PROFILER_ADVISE_FACTS_MEMORY_IN_USE_H_
#define PROFILER_ADVISE_FACTS_MEMORY_IN_USE_H_

#include <vector>

#include "profiler/report/report.h"
#include "profiler/store/profile.h"
#include "profiler/views/places.h"
#include "profiler/views/selected_steps.h"

namespace profiler {

// By device: the most bytes that its allocator said to have in use, in a snapshot of a selected
// step or in a counter during one; kAbsent where it never said.
std::vector<Value> MostMemoryInUse(const Profile& profile, const SelectedSteps& steps,
                                   const Places& places);

}  // namespace profiler

#endif  // PROFILER_ADVISE_FACTS_MEMORY_IN_USE_H_
