#ifndef PROFILER_ADVISE_RULES_MEMORY_ALIKE_SCOPES_H_
#define PROFILER_ADVISE_RULES_MEMORY_ALIKE_SCOPES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/value.h"

namespace profiler {

// Scopes whose names differ in numbers only, as those of a model's layers do.
struct AlikeScopes {
  std::string_view largest;  // empty if there is none
  Value largest_bytes = 0;
  size_t count = 0;
  Value bytes = 0;
};

// Those that hold most. `scopes` are names with bytes, in descending order of these, and must
// outlive the result.
AlikeScopes MostAlike(const std::vector<std::pair<std::string_view, Value>>& scopes);

// Such as "; of the outermost scopes Teacher_0 held most, 57%", if one of several holds much of the
// peak and far more than `told`; else empty. `held` is the verb.
std::string OuterScopeText(const std::vector<std::pair<std::string_view, Value>>& scopes,
                           Value peak, Value told, std::string_view held);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_ALIKE_SCOPES_H_
