#ifndef PROFILER_ANALYSIS_OPS_USER_FRAME_H_
#define PROFILER_ANALYSIS_OPS_USER_FRAME_H_

#include "profiler/store/profile.h"

namespace profiler {

// Whether the frame is of the code of a framework, of another installed package, or of Python
// itself, rather than of the user's code.
bool IsOfLibrary(const Profile& profile, const FrameRow& frame);

// The innermost frame of the user's code among `innermost` and its callers. If all of them are of
// libraries, the innermost of these that has a file. Invalid if there is none.
FrameId UserFrame(const Profile& profile, FrameId innermost);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_USER_FRAME_H_
