#ifndef PROFILER_ANALYSIS_OPS_TORCH_FORWARD_FRAMES_H_
#define PROFILER_ANALYSIS_OPS_TORCH_FORWARD_FRAMES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By op, the frame of the user's code that called the forward op whose backward pass runs the op,
// as the recording links them (fwdbwd). Only of ops without a frame, which autograd's threads run.
// Invalid if it is not known, or where one op runs for several lines.
std::vector<FrameId> ForwardFrames(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_TORCH_FORWARD_FRAMES_H_
