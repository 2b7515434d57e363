// A -where expression as a tree in one vector. where_parser.cc builds it, where_check.cc checks it
// and where.cc evaluates it.
#ifndef PROFILER_QUERY_WHERE_WHERE_EXPRESSION_H_
#define PROFILER_QUERY_WHERE_WHERE_EXPRESSION_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/query/selection/regex_set.h"
#include "profiler/query/where/where_number.h"

namespace profiler {

// A column or a constant.
struct WhereOperand {
  enum class Kind { kColumn, kNumber, kText, kFlag, kNull };
  Kind kind = Kind::kNull;
  size_t column = 0;  // in WhereExpression::columns
  WhereNumber number;
  std::string text;  // for kText the value; for other kinds the source text
  bool flag = false;
  size_t at = 0;  // byte offset
};

struct WhereNode {
  enum class Kind { kAnd, kOr, kNot, kCompare, kOperand };
  enum class Sign {
    kEqual,
    kNotEqual,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kMatch,
    kNoMatch
  };
  Kind kind = Kind::kOperand;
  std::vector<uint32_t> parts;  // of kAnd, kOr and kNot
  Sign sign = Sign::kEqual;
  WhereOperand left, right;  // of kCompare; kOperand uses only `left`. `left` is a column
  RegexSet regex;            // of kMatch and kNoMatch
  size_t at = 0;             // byte offset of the operator
};

struct WhereExpression {
  std::string text;
  std::vector<std::string> columns;  // distinct
  std::vector<WhereNode> nodes;
  uint32_t root = 0;
};

absl::StatusOr<WhereExpression> ParseWhere(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_QUERY_WHERE_WHERE_EXPRESSION_H_
