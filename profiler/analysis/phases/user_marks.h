// Marks in the user's code, e.g. made by PyTorch's record_function.
#ifndef PROFILER_ANALYSIS_PHASES_USER_MARKS_H_
#define PROFILER_ANALYSIS_PHASES_USER_MARKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

class UserMarks {
 public:
  explicit UserMarks(const Profile& profile);

  bool Has(OpId op) const { return op.valid() && is_mark_[op.row()] != 0; }
  // Whether the source recorded any mark.
  bool HasAny(SourceId source) const { return source.valid() && in_source_[source.row()] != 0; }

 private:
  std::vector<char> is_mark_;    // indexed by op
  std::vector<char> in_source_;  // indexed by source
};

// Whether PyTorch itself marks its work so, e.g. "Optimizer.step#AdamW.step" or "gloo:all_gather".
bool IsMarkOfFramework(std::string_view name);

// Whether an event of that name and step is the mark around the step.
bool IsAroundStep(const Profile& profile, StringId name, StepId step);

// Whether the event is nested in one of its name on its thread: that one has its time already.
bool IsInSameName(const Profile& profile, const Events& events, uint32_t row);

// The phase name of an event. The phase of a mark around steps is named by the kind of step.
std::string_view PhaseName(const Profile& profile, const JobTimes& times, const Events& events,
                           uint32_t row);

// The marks, sorted by track and start. Marks around steps are left out, as JobTimes has these
// phases already, and marks nested in others of their name.
std::vector<JobPhase> MarkedPhases(const Selected& selected, const JobTimes& times);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_USER_MARKS_H_
