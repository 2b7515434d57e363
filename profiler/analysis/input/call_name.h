#ifndef PROFILER_ANALYSIS_INPUT_CALL_NAME_H_
#define PROFILER_ANALYSIS_INPUT_CALL_NAME_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Whether the event is a function of Python.
bool IsPythonFunction(const Profile& profile, const Events& events, uint32_t event);

// Whether the op is a function of Python or a user's mark that by its name reads or makes input.
bool IsInputCode(const Profile& profile, OpId op);

// Whether the event is Python's built-in `next`, called by a model or by a library's
// function, such as contextlib's __enter__ or JAX's tracing. It steps through generators of theirs:
// it is no input, unlike a `next` which the user's code calls.
bool IsNextOfLibrary(const Profile& profile, const Events& events, uint32_t event);

// Whether the event is the call of a graph, which TensorFlow names after the tf.function: it runs
// what it was traced from, such as a step, and is no code that makes input, whatever its name.
bool RunsGraphFunction(const Profile& profile, const Events& events, uint32_t event);

// The name of a call. For a function that is built into Python, which has no file, it is that of
// the function that it mainly runs: `next` runs a generator.
StringId CallName(const Profile& profile, const Events& events, uint32_t event);

// The event that says what a call is for: of those nested in it that take nearly all of its time
// the innermost function of the user's code that has a name, so that a wrapper is not told in place
// of what it wraps; but none that runs in steps, too, such as the model's in an evaluation.
// `runs_in_steps` says that by name, and is empty if it is not known. Of a call of a runtime,
// without such a function, the innermost op. Else the call.
uint32_t TellingCall(const Profile& profile, const Events& events, uint32_t event,
                     const std::vector<char>& runs_in_steps);

// The name as people write it, e.g. "loader.py:12 __next__" for "$loader.py:12 __next__".
std::string_view CallText(const Profile& profile, StringId name);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_CALL_NAME_H_
