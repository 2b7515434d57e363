// The tokens of a -where expression.
#ifndef PROFILER_QUERY_WHERE_WHERE_LEXER_H_
#define PROFILER_QUERY_WHERE_WHERE_LEXER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/query/where/where_number.h"

namespace profiler {

enum class WhereTokenKind {
  kName,    // a column name, or true, false, null
  kNumber,  // includes the unit, if any
  kString,  // without the quotes ' or "; there are no escapes
  kSign,    // an operator or parenthesis; `and`, `or`, `not` become && || !
  kEnd,
};

struct WhereToken {
  WhereTokenKind kind = WhereTokenKind::kEnd;
  std::string text;
  WhereNumber number;
  size_t at = 0;  // byte offset
};

// The error "-where: WHAT at character N", followed by `rest`.
absl::Status WhereError(std::string_view expression, size_t at, std::string_view what,
                        std::string_view rest = "");

// The tokens of the expression, with kEnd as the last one.
absl::StatusOr<std::vector<WhereToken>> WhereTokens(std::string_view expression);

}  // namespace profiler

#endif  // PROFILER_QUERY_WHERE_WHERE_LEXER_H_
