#include "profiler/analysis/values/account.h"

#include "profiler/analysis/selection/string_matcher.h"

namespace profiler {

namespace {

std::vector<uint32_t> Matched(const Profile& profile, const Query& query) {
  const RegexSet& set = query.selection.account_types;
  std::vector<uint32_t> matched(profile.op_count(), set.all() ? 1 : 0);
  if (set.all()) return matched;
  for (const RegexSet& pattern : set.Singles()) {
    StringMatcher matcher(pattern, profile.strings);
    for (uint32_t op = 0; op < matched.size(); ++op) {
      for (StringId type : profile.ops.types[OpId(op)]) {
        if (!matcher.Matches(type)) continue;
        ++matched[op];
        break;
      }
    }
  }
  return matched;
}

}  // namespace

std::vector<uint32_t> MatchedTypePatterns(const Profile& profile, const Query& query,
                                          const OpValues& values) {
  std::vector<uint32_t> matched = Matched(profile, query);
  for (size_t op = 0; op < values.ran_there.size(); ++op) {
    if (!values.ran_there[op]) matched[op] = 0;
  }
  return matched;
}

}  // namespace profiler
