#ifndef PROFILER_ANALYSIS_OPS_USER_FRAME_H_
#define PROFILER_ANALYSIS_OPS_USER_FRAME_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// A part of the paths of files that torch.compile wrote, as /tmp/torchinductor_USER/ab/cab.py.
inline constexpr std::string_view kInductorFolder = "/torchinductor_";

// Whether the frame is of the code of a framework, of another installed package, or of Python
// itself, rather than of the user's code.
bool IsOfLibrary(const Profile& profile, const FrameRow& frame);

// Whether the op is a Python function of the user's code.
bool IsUsersFunction(const Profile& profile, const OpRow& op);

// Whether a function is of JAX by the names of its file and its own, as JAX's tracer records no
// folders. Not one that only JAX calls and that users' files may well have, too, such as `read` of
// config.py: it is of what calls it, which IsOfLibrary() tells.
bool IsJaxFunction(std::string_view file, std::string_view function);

// Whether an event of this name is a function of JAX that makes an array of Python's values, as
// jnp.array() does, e.g. "$array_constructors.py:107 array".
bool MakesJaxArray(std::string_view name);

// Whether a function of a library does nothing but call another one: a decorator, a context
// manager, what runs a thread. It says nothing of what takes its time.
bool PassesCallOn(std::string_view file, std::string_view function);

// What the user wrote to call a function of JAX that waits until the result that it reads is
// computed, such as "float()". Empty for all other functions.
std::string_view ResultCall(std::string_view file, std::string_view function);

// The innermost frame of the user's code among `innermost` and its callers. If all of them are of
// libraries, the innermost of these that has a file. Invalid if there is none. A trace's frame of a
// module (`<module>`) whose begin is not known is not taken: its line is where the module was when
// the recording began.
FrameId UserFrame(const Profile& profile, FrameId innermost);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_USER_FRAME_H_
