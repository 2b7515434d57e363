// What a process does when its recording ends.
#ifndef PROFILER_ANALYSIS_STEPS_END_CALLS_H_
#define PROFILER_ANALYSIS_STEPS_END_CALLS_H_

#include <cstdint>
#include <optional>

#include "profiler/store/profile.h"

namespace profiler {

// Whether the source does nothing that begins at the time or later: no op, no function and no work
// of a device. Instants, marks and waits are nothing that it does, and neither is what starts or
// stops its own recorder.
bool NothingBegins(const Profile& profile, SourceId source, int64_t from);

// The median duration of the source's recorded steps, in picoseconds; NaN of
// too few to tell.
double UsualStep(const Profile& profile, SourceId source);

// The innermost op or mark around the call, within the step; invalid if there
// is none.
StringId AroundCall(const Profile& profile, const Events& events, uint32_t call);

// The call in which a process is when its recording ends.
struct EndCall {
  StringId name;
  StringId around;   // the innermost op or mark around it; invalid if there is none
  StepId after;      // the last step, which ends before it or contains it
  double usual = 0;  // the median duration of the source's steps, in picoseconds
  int64_t duration = 0;
  bool waits_for_device = false;
  bool reports = false;  // it reports or keeps results, as a checkpoint does (CodeRole)
};

// The innermost call on the thread that runs the source's steps that begins in its last step or
// after it, takes many times as long as a step, and is followed by nothing. Not a call in which ops
// run or devices compute, as in an evaluation, nor the recorder's own, nor one of a source with too
// few steps to tell.
std::optional<EndCall> FindEndCall(const Profile& profile, SourceId source);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_END_CALLS_H_
