#ifndef PROFILER_ANALYSIS_SELECTION_STRING_MATCHER_H_
#define PROFILER_ANALYSIS_SELECTION_STRING_MATCHER_H_

#include <vector>

#include "profiler/query/selection/regex_set.h"
#include "profiler/store/strings.h"

namespace profiler {

// Matches the strings of one profile with a RegexSet, matching each string at most once.
class StringMatcher {
 public:
  StringMatcher(const RegexSet& set, const Strings& strings)
      : set_(set), strings_(strings), known_(set.all() || set.empty() ? 0 : strings.size()) {}

  bool Matches(StringId id) {
    if (set_.all()) return true;
    if (set_.empty()) return false;
    char& known = known_[id.row()];
    if (known == 0) known = set_.Matches(strings_[id]) ? 2 : 1;
    return known == 2;
  }

 private:
  const RegexSet& set_;
  const Strings& strings_;
  std::vector<char> known_;  // 0 if not matched yet, 1 if no match, 2 if match
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_STRING_MATCHER_H_
