// The words of a -where expression.
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
  kName,    // of a column; true, false, null
  kNumber,  // with its unit
  kString,  // without its quotes, which are ' or "; nothing in it is special
  kSign,    // an operator or a parenthesis; also the words and, or, not, as && || !
  kEnd,
};

struct WhereToken {
  WhereTokenKind kind = WhereTokenKind::kEnd;
  std::string text;
  WhereNumber number;
  size_t at = 0;  // byte
};

// "-where: WHAT at character N", and the rest.
absl::Status WhereError(std::string_view expression, size_t at, std::string_view what,
                        std::string_view rest = "");

// The last token is kEnd.
absl::StatusOr<std::vector<WhereToken>> WhereTokens(std::string_view expression);

}  // namespace profiler

#endif  // PROFILER_QUERY_WHERE_WHERE_LEXER_H_
