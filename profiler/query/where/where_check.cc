#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/query/where/where.h"
#include "profiler/query/where/where_expression.h"
#include "profiler/query/where/where_lexer.h"

namespace profiler {
namespace {

using Kind = WhereColumn::Kind;
using OperandKind = WhereOperand::Kind;
using Sign = WhereNode::Sign;

std::string_view DescribeKind(Kind kind) {
  switch (kind) {
    case Kind::kNumber:
      return "a number";
    case Kind::kText:
      return "a text";
    case Kind::kList:
      return "a list of texts";
    case Kind::kFlag:
      return "true or false";
    case Kind::kOther:
      break;
  }
  return "neither a number nor a text";
}

// The column names for an error message, where NAME also represents total_NAME and share_NAME.
std::vector<std::string_view> BaseNames(const std::vector<std::string_view>& names) {
  constexpr std::string_view kPrefixes[] = {"total_", "share_"};
  std::vector<std::string_view> base, added;
  for (const std::string_view name : names) {
    std::string_view prefix, rest = name;
    for (const std::string_view one : kPrefixes) {
      if (name.starts_with(one)) prefix = one, rest = name.substr(one.size());
    }
    const bool is_added =
        !prefix.empty() && std::find(names.begin(), names.end(), rest) != names.end();
    if (!is_added) base.push_back(name);
    if (is_added && std::find(added.begin(), added.end(), prefix) == added.end()) {
      added.push_back(prefix);
    }
  }
  for (const std::string_view prefix : added)
    base.push_back(prefix == kPrefixes[0] ? "total_..." : "share_...");
  return base;
}

bool IsText(Kind kind) { return kind == Kind::kText || kind == Kind::kList; }
bool IsEquality(Sign sign) { return sign == Sign::kEqual || sign == Sign::kNotEqual; }

class Checker {
 public:
  Checker(const WhereExpression& expression, const std::vector<WhereColumn>& columns)
      : expression_(expression), columns_(columns) {}

  absl::Status Run() const {
    for (const WhereNode& node : expression_.nodes) {
      if (node.kind == WhereNode::Kind::kOperand) PROFILER_RETURN_IF_ERROR(CheckAlone(node.left));
      if (node.kind == WhereNode::Kind::kCompare) PROFILER_RETURN_IF_ERROR(CheckCompare(node));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Error(size_t at, std::string_view what, std::string_view rest = "") const {
    return WhereError(expression_.text, at, what, rest);
  }

  const WhereColumn* Find(const WhereOperand& operand) const {
    for (const WhereColumn& column : columns_) {
      if (column.name == operand.text) return &column;
    }
    return nullptr;
  }

  absl::Status NoColumn(const WhereOperand& operand, bool maybe_text) const {
    std::vector<std::string_view> names;
    for (const WhereColumn& column : columns_) names.push_back(column.name);
    std::string rest = DidYouMean(operand.text, names);
    if (rest.empty() && maybe_text) {
      rest = "; put quotes around a text, as in -where \"name == 'x'\"";
    } else if (rest.empty()) {
      rest = fmt::format(" (columns: {})", fmt::join(BaseNames(names), ", "));
    }
    return Error(operand.at, fmt::format("'{}' is no column", operand.text), rest);
  }

  absl::Status CheckAlone(const WhereOperand& operand) const {
    if (operand.kind == OperandKind::kFlag) return absl::OkStatus();
    if (operand.kind != OperandKind::kColumn) {
      return Error(operand.at, fmt::format("'{}' is no condition", operand.text));
    }
    const WhereColumn* const column = Find(operand);
    if (column == nullptr) return NoColumn(operand, false);
    if (column->kind == Kind::kFlag) return absl::OkStatus();
    return Error(operand.at, fmt::format("'{}' is not compared with anything", operand.text),
                 fmt::format(", and is {}", DescribeKind(column->kind)));
  }

  absl::Status CheckCompare(const WhereNode& node) const {
    const WhereColumn* const left = Find(node.left);
    if (left == nullptr) return NoColumn(node.left, false);
    const WhereColumn* right = nullptr;
    if (node.right.kind == OperandKind::kColumn) {
      right = Find(node.right);
      if (right == nullptr) return NoColumn(node.right, IsText(left->kind));
    }
    const bool equality_only = node.right.kind == OperandKind::kNull || left->kind == Kind::kFlag;
    if (equality_only && !IsEquality(node.sign)) {
      return Error(node.at, fmt::format("'{}' is compared with == and != only",
                                        left->kind == Kind::kFlag ? left->name : "null"));
    }
    if (node.right.kind == OperandKind::kNull) return absl::OkStatus();
    const Kind kind = right != nullptr ? right->kind : KindOf(node.right);
    const bool comparable =
        left->kind != Kind::kOther && (left->kind == kind || (IsText(left->kind) && IsText(kind)));
    if (!comparable) {
      return Mismatch(node, fmt::format("{} is {}", left->name, DescribeKind(left->kind)),
                      DescribeKind(kind));
    }
    return kind == Kind::kNumber ? CheckUnits(node, *left, right) : absl::OkStatus();
  }

  static Kind KindOf(const WhereOperand& operand) {
    return operand.kind == OperandKind::kNumber ? Kind::kNumber
           : operand.kind == OperandKind::kFlag ? Kind::kFlag
                                                : Kind::kText;
  }

  absl::Status Mismatch(const WhereNode& node, std::string_view left, std::string_view is) const {
    return Error(node.right.at, fmt::format("{}, and '{}' {}", left, node.right.text, is));
  }

  absl::Status CheckUnits(const WhereNode& node, const WhereColumn& left,
                          const WhereColumn* right) const {
    const WhereDimension has = DimensionOf(left.unit);
    const bool fits =
        right != nullptr ? DimensionOf(right->unit) == has : node.right.number.Fits(left.unit);
    if (fits) return absl::OkStatus();
    const WhereDimension other =
        right != nullptr ? DimensionOf(right->unit) : node.right.number.dimension();
    return Mismatch(node, fmt::format("{} is {}", left.name, Describe(has)), Describe(other));
  }

  const WhereExpression& expression_;
  const std::vector<WhereColumn>& columns_;
};

}  // namespace

absl::Status Where::Check(const std::vector<WhereColumn>& columns) const {
  return all() ? absl::OkStatus() : Checker(*expression_, columns).Run();
}

}  // namespace profiler
