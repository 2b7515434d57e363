#ifndef PROFILER_QUERY_SELECTION_REGEX_SET_H_
#define PROFILER_QUERY_SELECTION_REGEX_SET_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace re2 {
class RE2;
}

namespace profiler {

// A list of RE2 patterns. A text matches if some pattern matches the whole text.
class RegexSet {
 public:
  RegexSet() = default;
  // The InvalidArgument error names the pattern, the problem and its position.
  static absl::StatusOr<RegexSet> Compile(std::vector<std::string> patterns);

  bool Matches(std::string_view text) const;
  bool empty() const { return patterns_.empty(); }
  // The list is exactly `.*`, which tfprof treats as "no filter".
  bool all() const { return patterns_.size() == 1 && patterns_[0] == ".*"; }
  const std::vector<std::string>& patterns() const { return patterns_; }
  // One set per pattern.
  std::vector<RegexSet> Singles() const;

 private:
  std::vector<std::string> patterns_;
  std::vector<std::shared_ptr<const re2::RE2>> regexes_;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_SELECTION_REGEX_SET_H_
