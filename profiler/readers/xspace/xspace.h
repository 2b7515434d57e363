#ifndef PROFILER_READERS_XSPACE_XSPACE_H_
#define PROFILER_READERS_XSPACE_XSPACE_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads an XSpace (.xplane.pb of TensorFlow 2, JAX, PyTorch/XLA): planes to devices, lines to
// tracks, events once each, HLO modules. Fails only where nothing can be read.
absl::Status ReadXSpace(const Input& input, ProfileBuilder& builder, ImportReport& report,
                        RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_XSPACE_XSPACE_H_
