#include "profiler/query/regex_set.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include "absl/status/status.h"

namespace profiler {

absl::StatusOr<RegexSet> RegexSet::Compile(std::vector<std::string> patterns) {
  RegexSet set;
  re2::RE2::Options options;
  options.set_log_errors(false);
  for (const std::string& pattern : patterns) {
    auto regex = std::make_shared<const re2::RE2>(pattern, options);
    if (!regex->ok()) {
      const size_t at = pattern.find(regex->error_arg());
      return absl::InvalidArgumentError(fmt::format("bad regex '{}': {} (at character {})", pattern,
                                                    regex->error(),
                                                    at == std::string::npos ? 1 : at + 1));
    }
    set.regexes_.push_back(std::move(regex));
  }
  set.patterns_ = std::move(patterns);
  return set;
}

std::vector<RegexSet> RegexSet::Singles() const {
  std::vector<RegexSet> singles(patterns_.size());
  for (size_t i = 0; i < singles.size(); ++i) {
    singles[i].patterns_ = {patterns_[i]};
    singles[i].regexes_ = {regexes_[i]};
  }
  return singles;
}

bool RegexSet::Matches(std::string_view text) const {
  if (all()) return true;
  for (const auto& regex : regexes_) {
    if (re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *regex)) return true;
  }
  return false;
}

}  // namespace profiler
