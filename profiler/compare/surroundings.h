// What a profile ran on, for comparisons: a change of it changes times, too. What was not recorded
// is empty.
#ifndef PROFILER_COMPARE_SURROUNDINGS_H_
#define PROFILER_COMPARE_SURROUNDINGS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Of several different ones all, separated by commas.
std::string AcceleratorModels(const Profile& profile);
std::string AcceleratorMemory(const Profile& profile);
std::string ComputeCapabilities(const Profile& profile);
std::string RecordedHosts(const Profile& profile);
std::string WorldSizes(const Profile& profile);  // ranks of the job
std::string StepsFoundBy(const Profile& profile);

std::string CountText(size_t number);  // empty for 0
std::string RecordedRanks(const Profile& profile);

// A note for each fact that differs and makes times of the two differ: the framework, the
// accelerators, the ranks, and the shapes of the inputs of the heaviest op. What only one side
// knows is no difference.
std::vector<Note> UnlikeSurroundings(const Profile& base, const Profile& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_SURROUNDINGS_H_
