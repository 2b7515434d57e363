#ifndef PROFILER_READERS_SAGEMAKER_PHASES_H_
#define PROFILER_READERS_SAGEMAKER_PHASES_H_

#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::sagemaker {

// The kind of a phase, parsed from its name (docs/store-mapping.md, section 5).
struct PhaseKind {
  bool is_step = false;
  TrackKind track = TrackKind::kLane;
  TrackRole role = TrackRole::kExec;
  DeviceKind device = DeviceKind::kCpu;
  int64_t ordinal = kUnknown;  // of a GPU
};

// `recorder` is the name of the recorder, from the file's name.
PhaseKind KindOfPhase(std::string_view phase, std::string_view recorder);

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_PHASES_H_
