#ifndef PROFILER_READERS_XSPACE_XSPACE_H_
#define PROFILER_READERS_XSPACE_XSPACE_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// An XSpace (.xplane.pb of TensorFlow 2, JAX, PyTorch/XLA): planes become devices, lines become
// tracks with events, and HLO modules are read. Reading fails only if no part of the file can be
// read.
extern const Format kXSpaceFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_XSPACE_XSPACE_H_
