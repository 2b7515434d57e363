#ifndef PROFILER_BASE_SUGGEST_H_
#define PROFILER_BASE_SUGGEST_H_

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

// Returns the choice that is most similar to the misspelled `word`, or "" if none is similar.
std::string Suggest(std::string_view word, const std::vector<std::string_view>& choices);

// Returns "; did you mean 'x'?" for the choice that Suggest() returns, or "" if there is none.
std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& choices);

}  // namespace profiler

#endif  // PROFILER_BASE_SUGGEST_H_
