// What users marked in their code, as PyTorch's record_function does.
#ifndef PROFILER_ANALYSIS_STEPS_USER_MARKS_H_
#define PROFILER_ANALYSIS_STEPS_USER_MARKS_H_

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
  // Whether anything that the source recorded is marked.
  bool HasAny(SourceId source) const { return source.valid() && in_source_[source.row()] != 0; }

 private:
  std::vector<char> is_mark_;    // by op
  std::vector<char> in_source_;  // by source
};

// Whether what the source recorded are phases of a training, each on its own track.
bool RecordsPhases(const Profile& profile, SourceId source);

// What an event is called as a phase: marks around steps are called as the kind of step is.
std::string_view PhaseName(const Profile& profile, const JobTimes& times, const Events& events,
                           uint32_t row);

// When each ran, by track and begin. Not those around steps: these are phases of the job already.
std::vector<JobPhase> MarkedPhases(const Selected& selected, const JobTimes& times);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_USER_MARKS_H_
