#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_COLLECTIVE_CALLS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_COLLECTIVE_CALLS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// What a source requested and until when it was recorded.
struct RecordedCalls {
  int64_t collectives = 0;  // that its hosts requested, whether or not they ran
  int64_t end = kUnknown;   // of its last event
};

// By source. Devices record collectives only once they end, so in a hang only the calls show which
// process has requested fewer of them than others.
std::vector<RecordedCalls> RecordedCallsOf(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_COLLECTIVE_CALLS_H_
