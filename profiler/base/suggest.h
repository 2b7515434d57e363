#ifndef PROFILER_BASE_SUGGEST_H_
#define PROFILER_BASE_SUGGEST_H_

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

// The choice that `word` was most likely meant to be; "" when none is near.
std::string Suggest(std::string_view word, const std::vector<std::string_view>& choices);

// "; did you mean 'x'?" or "".
std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& choices);

}  // namespace profiler

#endif  // PROFILER_BASE_SUGGEST_H_
