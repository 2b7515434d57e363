#ifndef PROFILER_ADVISE_RULES_JOB_STOPPED_RANKS_H_
#define PROFILER_ADVISE_RULES_JOB_STOPPED_RANKS_H_

#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/steps/end_calls.h"
#include "profiler/analysis/steps/stopped_devices.h"
#include "profiler/store/profile.h"

namespace profiler {

// Text such as "cudaStreamSynchronize (of aten::item)".
std::string EndCallText(const Profile& profile, const EndCall& call);

// Adds a warning if more than half of a run's processes make no step any more,
// each in one call that lasts until its recording ends, for seconds and many
// times as long as a step: names what each does. Devices record only what
// ended, so this may be all that shows a hang. A call that has not ended may be
// missing, too: then devices that end nothing any more show it, of which the
// finding names the first. `sources` are those of the run, `devices` those of
// all runs.
void JudgeStopped(const RuleInput& input, const std::vector<SourceId>& sources,
                  const std::vector<StoppedDevice>& devices, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_STOPPED_RANKS_H_
