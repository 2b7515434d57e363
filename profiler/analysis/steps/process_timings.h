#ifndef PROFILER_ANALYSIS_STEPS_PROCESS_TIMINGS_H_
#define PROFILER_ANALYSIS_STEPS_PROCESS_TIMINGS_H_

#include <cstddef>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether two files of a run are of one rank: a profiler that records again and again writes a file
// each time.
bool AreOfOneRank(const Profile& profile, SourceId a, SourceId b);

// The run's steps at these indices.
StepTimings SomeSteps(const StepTimings& run, const std::vector<size_t>& steps);

// The steps of one process of a run: a rank, else a host, else a file.
struct ProcessTimings {
  std::vector<SourceId> sources;  // all files of the process
  StepTimings timings;
};

// Divides the steps of a run by the process that recorded them, in the order in which they appear.
// Of steps that several files of a host recorded as one, the first file's process counts.
std::vector<ProcessTimings> TimingsByProcess(const Profile& profile, const Runs& runs,
                                             const StepTimings& run);

// Of each step that several processes recorded, the timings of the one with the largest value;
// `values_of` gives one value per step.
StepTimings LargestOfEachStep(const Profile& profile, const std::vector<ProcessTimings>& processes,
                              std::vector<double> (*values_of)(const StepTimings&));

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_PROCESS_TIMINGS_H_
