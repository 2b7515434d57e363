#ifndef PROFILER_QUERY_REGEX_SET_H_
#define PROFILER_QUERY_REGEX_SET_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/store/strings.h"

namespace re2 {
class RE2;
}

namespace profiler {

// A list of RE2 patterns; a text matches when one of them matches the whole of it.
class RegexSet {
 public:
  RegexSet() = default;
  // InvalidArgument names the pattern, what is wrong with it and where.
  static absl::StatusOr<RegexSet> Compile(std::vector<std::string> patterns);

  bool Matches(std::string_view text) const;
  bool empty() const { return patterns_.empty(); }
  // The list is exactly `.*`, which tfprof treats as "no filter".
  bool all() const { return patterns_.size() == 1 && patterns_[0] == ".*"; }
  const std::vector<std::string>& patterns() const { return patterns_; }
  // One set for each pattern.
  std::vector<RegexSet> Singles() const;

 private:
  std::vector<std::string> patterns_;
  std::vector<std::shared_ptr<const re2::RE2>> regexes_;
};

// Asks a RegexSet about the strings of one profile, each at most once.
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
  std::vector<char> known_;  // 0 not asked yet, 1 no, 2 yes
};

}  // namespace profiler

#endif  // PROFILER_QUERY_REGEX_SET_H_
