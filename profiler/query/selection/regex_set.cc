#include "profiler/query/selection/regex_set.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include "absl/status/status.h"

namespace profiler {

namespace {

// The position of RE2's error in the pattern, from 1. RE2 gives no position, only the wrong part of
// the pattern. For an unmatched bracket this is the whole pattern, so the function searches the
// bracket.
size_t ErrorPlace(const std::string& pattern, const re2::RE2& regex) {
  if (regex.error_code() != re2::RE2::ErrorMissingParen &&
      regex.error_code() != re2::RE2::ErrorUnexpectedParen) {
    const size_t at = pattern.find(regex.error_arg());
    return at == std::string::npos ? 1 : at + 1;
  }
  std::vector<size_t> open;
  bool in_class = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (in_class) {
      in_class = pattern[i] != ']';
    } else if (pattern[i] == '[') {
      in_class = true;
    } else if (pattern[i] == '(') {
      open.push_back(i);
    } else if (pattern[i] == ')') {
      if (open.empty()) return i + 1;
      open.pop_back();
    }
  }
  return open.empty() ? 1 : open.back() + 1;
}

}  // namespace

absl::StatusOr<RegexSet> RegexSet::Compile(std::vector<std::string> patterns) {
  RegexSet set;
  re2::RE2::Options options;
  options.set_log_errors(false);
  for (const std::string& pattern : patterns) {
    auto regex = std::make_shared<const re2::RE2>(pattern, options);
    if (!regex->ok()) {
      return absl::InvalidArgumentError(fmt::format("bad regex '{}': {} (at character {})", pattern,
                                                    regex->error(), ErrorPlace(pattern, *regex)));
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
