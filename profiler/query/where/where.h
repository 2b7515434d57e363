#ifndef PROFILER_QUERY_WHERE_WHERE_H_
#define PROFILER_QUERY_WHERE_WHERE_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/int128.h"
#include "profiler/query/measures.h"

namespace profiler {

// A column that may occur in -where.
struct WhereColumn {
  enum class Kind {
    kNumber,
    kText,
    kList,  // texts; compared item by item
    kFlag,
    kOther,  // can only be compared with null
  };
  std::string name;
  Kind kind = Kind::kNumber;
  Unit unit = Unit::kNone;
};

// A row's value in a column: unknown, an exact number (times in picoseconds), a real number (times
// in microseconds), a text, texts, or a flag.
struct WhereInteger {
  Int128 value = 0;
  Unit unit = Unit::kNone;
};
struct WhereReal {
  double value = 0;
  Unit unit = Unit::kNone;
};
using WhereValue = std::variant<std::monostate, WhereInteger, WhereReal, std::string,
                                std::vector<std::string>, bool>;

struct WhereExpression;

// -where: a condition on the columns of one row.
//
//   micros >= 20us && (name =~ '.*Mat.*' || !(device == 'gpu'))
//
// && || ! (also spelled and, or, not), parentheses; == != < <= > >= and =~ !~ (RE2, the whole text)
// between a column and a constant, or two columns; a flag needs no comparison. The constants true
// and false are flags, and null is an unknown value. A comparison with an unknown value is false,
// except == null and != null. On a list, != and !~ are true if no item is equal or matches; all
// other comparisons are true if they are true for some item.
class Where {
 public:
  Where() = default;  // true for every row
  // Errors describe the problem and give the position of the character.
  static absl::StatusOr<Where> Parse(std::string_view text);

  bool all() const { return expression_ == nullptr; }
  const std::string& text() const { return text_; }  // as given
  // The distinct columns in the expression.
  const std::vector<std::string>& columns() const;
  // Fails if a column does not exist or does not support the comparison; the error gives the
  // position.
  absl::Status Check(const std::vector<WhereColumn>& columns) const;
  // Whether the condition is true for a row. `value` returns the row's value of columns()[column].
  // Call Holds() only after Check() succeeded for the view.
  bool Holds(const std::function<WhereValue(size_t column)>& value) const;

 private:
  std::string text_;
  std::shared_ptr<const WhereExpression> expression_;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_WHERE_WHERE_H_
