#ifndef PROFILER_READERS_TFPROF_PROFILE_PROTO_H_
#define PROFILER_READERS_TFPROF_PROFILE_PROTO_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// tfprof's ProfileProto (profile_N of ProfileContext). Nodes are decoded one by one from the
// input's bytes, after the string table at the end of the file. Reading fails only if nothing can
// be read; the report lists the damage.
extern const Format kTfprofProfileFormat;
extern const Format kTfprofProfileTextFormat;  // recognized only

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_PROFILE_PROTO_H_
