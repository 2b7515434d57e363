#include "profiler/compare/measure/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/base/text/utf8.h"
#include "profiler/compare/measure/expression_cursor.h"
#include "profiler/compare/measure/expression_words.h"

namespace profiler {
namespace {

constexpr size_t kLongestText = 10'000;

std::string_view Trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(ExpressionCursor::kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(ExpressionCursor::kBlanks) + 1 - first);
}

// Reads an expression from left to right. Positions are those of `text`.
class ExpressionParser : private ExpressionCursor {
 public:
  explicit ExpressionParser(std::string_view text) : ExpressionCursor(text) {}

  absl::StatusOr<MeasureExpression> OnlyMeasure() {
    PROFILER_ASSIGN_OR_RETURN(MeasureExpression measure, Measured());
    SkipBlanks();
    if (at_ == text_.size()) return measure;
    if (TakeSign()) {
      return Error(at_, "a bound", " is for check -require; here the measure alone is asked for");
    }
    return NotExpected("the end");
  }

  absl::StatusOr<Requirement> WholeRequirement() {
    Requirement requirement;
    requirement.text = text_;
    PROFILER_ASSIGN_OR_RETURN(requirement.measure, Measured());
    SkipBlanks();
    const size_t sign_at = at_;
    const std::optional<RequiredSign> sign = TakeSign();
    if (!sign) {
      if (At('=')) return Error(sign_at, "'='", " is no comparison; did you mean '<=' or '=='?");
      return NotExpected("a comparison (<= < >= > == !=)");
    }
    requirement.sign = *sign;
    PROFILER_ASSIGN_OR_RETURN(requirement.bound, ReadBound());
    SkipBlanks();
    if (at_ < text_.size()) return NotExpected("the end");
    return requirement;
  }

 private:
  std::optional<RequiredSign> TakeSign() {
    SkipBlanks();
    for (const SignName& one : RequiredSigns()) {
      if (!text_.substr(at_).starts_with(one.name)) continue;
      at_ += one.name.size();
      return one.sign;
    }
    return std::nullopt;
  }

  absl::StatusOr<MeasureExpression> Measured() {
    MeasureExpression measure;
    SkipBlanks();
    measure.view_at = at_;
    measure.view = Word();
    if (measure.view.empty()) return NotExpected("a view, as in `steps: median(total_us)`");
    SkipBlanks();
    if (At('[')) PROFILER_RETURN_IF_ERROR(ReadRegex(measure));
    PROFILER_RETURN_IF_ERROR(ReadOptions(measure));
    PROFILER_RETURN_IF_ERROR(ReadColumn(measure));
    measure.text = Trimmed(text_.substr(0, at_));
    return measure;
  }

  // Brackets nest, as in [Conv[12]D], unless a backslash is before them.
  absl::Status ReadRegex(MeasureExpression& measure) {
    const size_t open = at_++;
    const size_t begin = at_;
    int depth = 1;
    for (; at_ < text_.size() && depth > 0; ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '[') {
        ++depth;
      } else if (text_[at_] == ']') {
        --depth;
      }
    }
    at_ = std::min(at_, text_.size());
    if (depth > 0) return Error(open, "the '['", " is never closed");
    measure.regex = text_.substr(begin, at_ - 1 - begin);
    if (measure.regex.empty()) {
      return Error(open, "an empty regex", "; without [...] all rows count");
    }
    absl::StatusOr<RegexSet> names = RegexSet::Compile({measure.regex});
    if (!names.ok()) return Error(begin, Message(names.status()), " of the expression");
    measure.names = *std::move(names);
    return absl::OkStatus();
  }

  // The options end at the last colon: values may have colons, columns have none.
  absl::Status ReadOptions(MeasureExpression& measure) {
    SkipBlanks();
    measure.options_at = at_;
    const size_t colon = text_.rfind(':');
    if (colon == text_.npos || colon < at_) {
      return Error(at_, "': FUNCTION(COLUMN)' is missing", ", as in `steps: median(total_us)`");
    }
    while (true) {
      SkipBlanks();
      if (at_ >= colon) break;
      PROFILER_ASSIGN_OR_RETURN(std::string word, OptionWord(colon));
      measure.options.push_back(std::move(word));
    }
    at_ = colon + 1;
    return absl::OkStatus();
  }

  // A word as at the prompt: quotes protect blanks and are removed. They open at the word's start
  // and after = and a comma.
  absl::StatusOr<std::string> OptionWord(size_t end) {
    std::string word;
    while (at_ < end && kBlanks.find(text_[at_]) == kBlanks.npos) {
      const char c = text_[at_];
      const bool may_open = word.empty() || word.back() == '=' || word.back() == ',';
      if ((c != '\'' && c != '"') || !may_open) {
        word += c;
        ++at_;
        continue;
      }
      const size_t close = text_.find(c, at_ + 1);
      if (close == text_.npos || close >= end) {
        return Error(at_, fmt::format("the quote {}", c), " is never closed");
      }
      word += text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
    }
    return word;
  }

  absl::Status ReadColumn(MeasureExpression& measure) {
    SkipBlanks();
    measure.column_at = at_;
    measure.column = Word();
    if (measure.column.empty()) return NotExpected("a column or FUNCTION(COLUMN)");
    if (!Take('(')) return absl::OkStatus();
    PROFILER_ASSIGN_OR_RETURN(measure.function, FunctionNamed(measure.column, measure.column_at));
    SkipBlanks();
    measure.column_at = at_;
    measure.column = Word();
    if (measure.column.empty() && measure.function != MeasureFunction::kCount) {
      return NotExpected("a column");
    }
    return Take(')') ? absl::OkStatus() : NotExpected("')'");
  }

  absl::StatusOr<MeasureFunction> FunctionNamed(std::string_view name, size_t at) const {
    std::vector<std::string_view> names;
    for (const FunctionName& one : MeasureFunctions()) {
      if (one.name == name) return one.function;
      names.push_back(one.name);
    }
    return Error(
        at, fmt::format("'{}' is no function", name),
        fmt::format("{} (functions: {})", DidYouMean(name, names), fmt::join(names, ", ")));
  }

  absl::StatusOr<Bound> ReadBound() {
    SkipBlanks();
    Bound bound;
    bound.at = at_;
    if (IsBase()) {
      bound.is_of_base = true;
      if (Take('*')) {
        PROFILER_ASSIGN_OR_RETURN(bound.factor, Factor());
      }
    } else {
      const size_t number_at = at_;
      PROFILER_ASSIGN_OR_RETURN(bound.number, Number());
      if (Take('*')) {
        PROFILER_ASSIGN_OR_RETURN(bound.factor, FactorOf(bound.number, number_at));
        SkipBlanks();
        if (!IsBase()) return NotExpected("`base`");
        bound.is_of_base = true;
      }
    }
    if (bound.is_of_base) PROFILER_RETURN_IF_ERROR(ReadOffset(bound));
    bound.text = Trimmed(text_.substr(bound.at, at_ - bound.at));
    return bound;
  }

  // Takes the word `base`.
  bool IsBase() {
    const size_t begin = at_;
    if (Word() == "base") return true;
    at_ = begin;
    return false;
  }

  absl::Status ReadOffset(Bound& bound) {
    const bool is_plus = Take('+');
    if (!is_plus && !Take('-')) return absl::OkStatus();
    SkipBlanks();
    PROFILER_ASSIGN_OR_RETURN(WhereNumber number, Number());
    if (!is_plus) number = number.Negated();
    if (number.dimension() == WhereDimension::kShare) {
      bound.factor *= 1 + number.In(Unit::kShare);
    } else {
      bound.offset = number;
    }
    return absl::OkStatus();
  }

  absl::StatusOr<WhereNumber> Number() {
    const bool is_negative = Take('-');
    SkipBlanks();
    if (at_ == text_.size() || (!IsDigit(text_[at_]) && text_[at_] != '.')) {
      return NotExpected("a number or `base`");
    }
    size_t length = 0;
    absl::StatusOr<WhereNumber> number = WhereNumber::Parse(text_.substr(at_), length);
    if (!number.ok()) return Error(at_, Message(number.status()));
    at_ += length;
    SkipBlanks();
    if (at_ < text_.size() && IsWordCharacter(text_[at_])) {
      return Error(at_, "no word is expected behind the number",
                   ": a unit stands right behind it, as in 20ms, 1.5GB or 5%");
    }
    return is_negative ? number->Negated() : *number;
  }

  absl::StatusOr<double> Factor() {
    SkipBlanks();
    const size_t at = at_;
    PROFILER_ASSIGN_OR_RETURN(const WhereNumber number, Number());
    return FactorOf(number, at);
  }

  absl::StatusOr<double> FactorOf(const WhereNumber& number, size_t at) const {
    const bool is_plain =
        number.dimension() == WhereDimension::kAny || number.dimension() == WhereDimension::kShare;
    const double factor = number.In(Unit::kShare);
    if (is_plain && factor > 0) return factor;
    return Error(at, "the factor of base must be a number above 0 without a unit",
                 ", as in 1.05 * base or 105% * base");
  }
};

template <typename Parsed>
absl::StatusOr<Parsed> ParseTrimmed(std::string_view text,
                                    absl::StatusOr<Parsed> (ExpressionParser::*parse)()) {
  if (text.size() > kLongestText) {
    return absl::InvalidArgumentError(
        fmt::format("the expression is longer than {} characters", kLongestText));
  }
  ExpressionParser parser(Trimmed(text));
  return (parser.*parse)();
}

}  // namespace

absl::StatusOr<MeasureExpression> ParseMeasure(std::string_view text) {
  return ParseTrimmed(text, &ExpressionParser::OnlyMeasure);
}

absl::StatusOr<Requirement> ParseRequirement(std::string_view text) {
  return ParseTrimmed(text, &ExpressionParser::WholeRequirement);
}

absl::Status ExpressionError(std::string_view text, size_t at, std::string_view what,
                             std::string_view rest) {
  return absl::InvalidArgumentError(fmt::format(
      "{} at character {} of '{}'{}", what, CountCharacters(text.substr(0, at)) + 1, text, rest));
}

}  // namespace profiler
