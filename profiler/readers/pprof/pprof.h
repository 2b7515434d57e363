#ifndef PROFILER_READERS_PPROF_PPROF_H_
#define PROFILER_READERS_PPROF_PPROF_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// pprof's profile.proto: samples of stacks, as Go, gperftools and jax.profiler write them.
extern const Format kPprofFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_PPROF_PPROF_H_
