#ifndef PROFILER_ANALYSIS_OPS_TORCH_AUTOCAST_CASTS_H_
#define PROFILER_ANALYSIS_OPS_TORCH_AUTOCAST_CASTS_H_

#include <cstdint>

#include "profiler/store/profile.h"

namespace profiler {

// What a copy converts that PyTorch's autocast makes inside of a linear layer or convolution:
// kSomeInput where the shapes do not tell weights from other inputs.
enum class Autocast : uint8_t { kNone, kOtherInput, kSomeInput, kWeight };

// Of the call of the runtime that launched a kernel.
Autocast AutocastOf(const Profile& profile, EventId call);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_TORCH_AUTOCAST_CASTS_H_
