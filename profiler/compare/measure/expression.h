// Expressions that take one number from a view's answer, for `check` and `trend`:
//
//   VIEW[REGEX] OPTIONS...: FUNCTION(COLUMN)
//   VIEW[REGEX] OPTIONS...: COLUMN
//
// [REGEX] selects rows by their whole name (RE2); without it all rows count. The options are those
// of the view. docs/metrics.md defines the functions.
#ifndef PROFILER_COMPARE_MEASURE_EXPRESSION_H_
#define PROFILER_COMPARE_MEASURE_EXPRESSION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/query/selection/regex_set.h"
#include "profiler/query/where/where_number.h"

namespace profiler {

enum class MeasureFunction : uint8_t {
  kEach,  // no function: the value of each row
  kMedian,
  kMean,
  kP95,
  kP99,
  kMin,
  kMax,
  kSum,
  kCount,
  kShare,  // the sum as a part of the sum over all rows
};
std::string_view Name(MeasureFunction function);  // "" for kEach

struct MeasureExpression {
  std::string text;                  // as given, without blanks around it
  std::string view;                  // the view's name
  std::string regex;                 // as given; empty without [REGEX]
  RegexSet names;                    // empty without [REGEX]: all rows
  std::vector<std::string> options;  // the words of OPTIONS, without quotes
  MeasureFunction function = MeasureFunction::kEach;
  std::string column;  // empty for count()

  // Where in `text` each part begins, for errors.
  size_t view_at = 0, options_at = 0, column_at = 0;
};

enum class RequiredSign : uint8_t { kLess, kLessEqual, kGreater, kGreaterEqual, kEqual, kNotEqual };
std::string_view Spelling(RequiredSign sign);  // as in an expression: "<="

// What a value is compared with: a number, or a number made of the value in the base profile:
// factor * base + offset.
struct Bound {
  std::string text;    // as given
  WhereNumber number;  // unless `is_of_base`
  bool is_of_base = false;
  double factor = 1;
  std::optional<WhereNumber> offset;  // in the column's unit; shares of base are in `factor`
  size_t at = 0;                      // where it begins in the requirement's text
};

// MEASURE SIGN BOUND, as in `steps: median(total_us) <= 20ms` or `op[MatMul]: micros <= 1.05 *
// base`.
struct Requirement {
  std::string text;  // as given, without blanks around it
  MeasureExpression measure;
  RequiredSign sign = RequiredSign::kLessEqual;
  Bound bound;
};

// Errors say what is wrong and at which character of `text`.
absl::StatusOr<MeasureExpression> ParseMeasure(std::string_view text);
absl::StatusOr<Requirement> ParseRequirement(std::string_view text);

// The error "WHAT at character N of 'TEXT'", followed by `rest`.
absl::Status ExpressionError(std::string_view text, size_t at, std::string_view what,
                             std::string_view rest = "");

}  // namespace profiler

#endif  // PROFILER_COMPARE_MEASURE_EXPRESSION_H_
