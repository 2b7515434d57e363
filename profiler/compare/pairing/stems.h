#ifndef PROFILER_COMPARE_PAIRING_STEMS_H_
#define PROFILER_COMPARE_PAIRING_STEMS_H_

#include <string>
#include <string_view>

namespace profiler {

// A C++ function's name as its source has it, if it is mangled (_ZN...); else the name.
std::string Demangled(std::string_view name);

// A kernel's name without the architecture that libraries choose it for: of nvjet_sm90_hsh_128x256,
// nvjet_hsh_128x256. Architectures of which the name is made in another way stay.
std::string WithoutArchitecture(std::string name);

// The path of an op or scope of JAX without what compiles or transforms the code around it: of
// jit(step)/while/body/jvp(MLP)/Dense_1/dot_general, jvp(MLP)/Dense_1/dot_general stays where the
// function is renamed or the loop goes. Empty for paths without jit().
std::string WithoutTransforms(std::string_view path);

// The last part of a path.
std::string_view BaseNameOf(std::string_view path);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAIRING_STEMS_H_
