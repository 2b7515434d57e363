#ifndef PROFILER_COMPARE_PAIRING_STEMS_H_
#define PROFILER_COMPARE_PAIRING_STEMS_H_

#include <string>
#include <string_view>

namespace profiler {

// A C++ function's name as its source has it, if it is mangled (_ZN...); else the name.
std::string Demangled(std::string_view name);

// The last part of a path.
std::string_view BaseNameOf(std::string_view path);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAIRING_STEMS_H_
