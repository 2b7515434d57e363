#ifndef PROFILER_COMPARE_CHECK_BARE_TEXT_H_
#define PROFILER_COMPARE_CHECK_BARE_TEXT_H_

#include <cstddef>
#include <string_view>

namespace profiler {

// Where the first character beyond ASCII stands that TOML 1.0 does not allow: it allows them in
// strings and comments only. npos if there is none. toml++ 3.3 has no defined behaviour for such
// characters where it expects a key, a value or a blank.
size_t FindBareNonAscii(std::string_view toml);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_BARE_TEXT_H_
