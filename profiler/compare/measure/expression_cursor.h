// A place in the text of an expression, which reads go past.
#ifndef PROFILER_COMPARE_MEASURE_EXPRESSION_CURSOR_H_
#define PROFILER_COMPARE_MEASURE_EXPRESSION_CURSOR_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/ascii.h"
#include "profiler/base/text/utf8.h"
#include "profiler/compare/measure/expression.h"

namespace profiler {

class ExpressionCursor {
 public:
  static constexpr std::string_view kBlanks = " \t\r\n";

  explicit ExpressionCursor(std::string_view text) : text_(text) {}

  absl::Status Error(size_t at, std::string_view what, std::string_view rest = "") const {
    return ExpressionError(text_, at, what, rest);
  }
  absl::Status NotExpected(std::string_view wanted) const {
    if (at_ == text_.size()) return Error(at_, fmt::format("{} is missing", wanted), ", the end");
    size_t end = at_ + 1;
    while (end < text_.size() && IsInsideCharacter(text_[end])) ++end;
    return Error(at_, fmt::format("'{}' is not expected", text_.substr(at_, end - at_)),
                 fmt::format(", but {}", wanted));
  }

  void SkipBlanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }
  bool At(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool Take(char c) {
    SkipBlanks();
    if (!At(c)) return false;
    ++at_;
    return true;
  }
  std::string Word() {
    const size_t begin = at_;
    while (at_ < text_.size() && IsWordCharacter(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

 protected:
  const std::string_view text_;
  size_t at_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_MEASURE_EXPRESSION_CURSOR_H_
