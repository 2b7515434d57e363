#ifndef PROFILER_ANALYSIS_STEPS_START_UP_H_
#define PROFILER_ANALYSIS_STEPS_START_UP_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The first call of an accelerator's runtime in a source, which starts the runtime: it makes the
// context and loads code, once per process. Only where it takes longer than all later calls
// together; else the runtime had started before the recording.
struct StartUp {
  SourceId source;
  StringId call;
  CallSite site;
  int64_t time = 0;
  Int128 later_calls = 0;  // summed
  Int128 span = 0;         // of the recording
};

// Whether calls of CUDA or HIP were recorded.
bool RecordsDeviceRuntime(const Profile& profile);

// One item per source that recorded its start-up. Ignores the selected steps.
std::vector<StartUp> StartUpsOf(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_START_UP_H_
