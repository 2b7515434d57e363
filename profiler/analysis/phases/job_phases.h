#ifndef PROFILER_ANALYSIS_PHASES_JOB_PHASES_H_
#define PROFILER_ANALYSIS_PHASES_JOB_PHASES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// By step: whether its time is that of a step of its run. A partial one does only where its run has
// no other.
std::vector<char> StepsThatCount(const Selected& selected);

// The duration of a step, or of the time before, between or after steps.
struct PhaseDuration {
  std::string name;
  uint32_t run = 0;  // index in Runs
  Int128 time = 0;
  bool is_step = false;
};

// The time before, in and after the steps of a run.
struct TimeAroundSteps {
  Int128 begin = 0;  // from the profile's start
  Int128 before = 0, steps = 0, after = 0;
  // Before `begin` and after all of these, when only metrics were recorded: what the job did then
  // is not known, and it may have had steps.
  Int128 unseen_before = 0, unseen_after = 0;
};

// Each source, or of SageMaker Debugger's timelines each node, is measured by its own clock: a step
// of the job takes the mean over those that recorded it, and so does the time around it. A pause
// that falls between other steps on one node than on another is one. Steps that do not count
// (StepsThatCount) have no duration.
class JobPhases {
 public:
  JobPhases(const Selected& selected, const JobTimes& times);

  // By source, in the order of time.
  std::vector<PhaseDuration> Durations() const;
  // nullopt if there are no steps, or steps of several runs.
  std::optional<TimeAroundSteps> Parts() const;

 private:
  struct Own;  // what a source or node recorded

  std::vector<Own> OwnTimes() const;
  std::vector<size_t> PlacesOfSources() const;

  const Selected& selected_;
  const Profile& profile_;
  const JobTimes& times_;
  const bool has_phases_;
  // Of a job with phases the metrics of other programs count, too: Debugger records all of it.
  const std::optional<JobSpan> recorded_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_JOB_PHASES_H_
