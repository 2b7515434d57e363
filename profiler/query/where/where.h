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

// A column that -where may name.
struct WhereColumn {
  enum class Kind {
    kNumber,
    kText,
    kList,  // of texts: compared item by item
    kFlag,
    kOther,  // only known or not
  };
  std::string name;
  Kind kind = Kind::kNumber;
  Unit unit = Unit::kNone;
};

// What a row has in a column: nothing that is known, an exact number (times in picoseconds), a real
// one (times in microseconds), a text, texts, a flag.
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
// && || ! (or: and or not), parentheses; == != < <= > >= and =~ !~ (RE2, the whole text) between a
// column and a constant, or two columns; a flag may stand alone; true, false; null is what is not
// known. A comparison with it is false, but for == null and != null. Of a list, == < =~ and their
// like ask whether any item does so, != and !~ whether none is equal.
class Where {
 public:
  Where() = default;  // holds for every row
  // The error tells what is wrong, and at which character.
  static absl::StatusOr<Where> Parse(std::string_view text);

  bool all() const { return expression_ == nullptr; }
  const std::string& text() const { return text_; }  // as given
  // What it names, each once.
  const std::vector<std::string>& columns() const;
  // Whether these columns are there and can be compared so; the error tells the place.
  absl::Status Check(const std::vector<WhereColumn>& columns) const;
  // `value` gives what the row has in one of columns(), by number. To be asked of a view that
  // Check was fine with.
  bool Holds(const std::function<WhereValue(size_t column)>& value) const;

 private:
  std::string text_;
  std::shared_ptr<const WhereExpression> expression_;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_WHERE_WHERE_H_
