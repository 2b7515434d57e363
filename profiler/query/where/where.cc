#include "profiler/query/where/where.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/query/where/where_expression.h"

namespace profiler {
namespace {

using OperandKind = WhereOperand::Kind;
using Sign = WhereNode::Sign;

// Whether the operator is true for values whose order is -1, 0 or 1.
bool Answers(Sign sign, int order) {
  switch (sign) {
    case Sign::kEqual:
      return order == 0;
    case Sign::kNotEqual:
      return order != 0;
    case Sign::kLess:
      return order < 0;
    case Sign::kLessEqual:
      return order <= 0;
    case Sign::kGreater:
      return order > 0;
    case Sign::kGreaterEqual:
      return order >= 0;
    case Sign::kMatch:
    case Sign::kNoMatch:
      break;
  }
  return false;
}

template <typename T>
int Order(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

double RealOf(const WhereInteger& number) {
  const auto real = static_cast<double>(number.value);
  return number.unit == Unit::kMicros ? real / kPicosPerMicro : real;
}

// Compares a column's value with a number; nullopt if the value is unknown.
std::optional<int> OrderOf(const WhereValue& value, const WhereNumber& number) {
  if (const auto* integer = std::get_if<WhereInteger>(&value)) {
    return number.CompareTo(integer->value, integer->unit);
  }
  const auto* const real = std::get_if<WhereReal>(&value);
  if (real == nullptr || std::isnan(real->value)) return std::nullopt;
  return number.CompareTo(real->value, real->unit);
}

std::optional<int> OrderOf(const WhereValue& a, const WhereValue& b) {
  const auto *x = std::get_if<WhereInteger>(&a), *y = std::get_if<WhereInteger>(&b);
  if (x != nullptr && y != nullptr) return Order(x->value, y->value);
  const auto real = [](const WhereValue& value) -> double {
    if (const auto* integer = std::get_if<WhereInteger>(&value)) return RealOf(*integer);
    const auto* const number = std::get_if<WhereReal>(&value);
    return number == nullptr ? std::nan("") : number->value;
  };
  const double p = real(a), q = real(b);
  if (std::isnan(p) || std::isnan(q)) return std::nullopt;
  return Order(p, q);
}

// The value's text, or the items of a list.
std::vector<std::string> Texts(WhereValue value) {
  if (auto* list = std::get_if<std::vector<std::string>>(&value)) return std::move(*list);
  if (auto* text = std::get_if<std::string>(&value)) return {std::move(*text)};
  return {};
}

// Whether the operator is true for some pair of texts; for !=, whether no pair is equal. False if a
// side has no text.
bool AnyPair(const std::vector<std::string>& a, const std::vector<std::string>& b, Sign sign) {
  if (a.empty() || b.empty()) return false;
  const Sign asked = sign == Sign::kNotEqual ? Sign::kEqual : sign;
  const bool found = std::any_of(a.begin(), a.end(), [&](const std::string& x) {
    return std::any_of(b.begin(), b.end(),
                       [&](const std::string& y) { return Answers(asked, Order(x, y)); });
  });
  return found != (sign == Sign::kNotEqual);
}

bool AnyMatch(const std::vector<std::string>& texts, const RegexSet& regex, bool wanted) {
  const auto matches = [&](const std::string& text) { return regex.Matches(text); };
  return !texts.empty() && std::any_of(texts.begin(), texts.end(), matches) == wanted;
}

bool IsKnown(const WhereValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return false;
  if (const auto* real = std::get_if<WhereReal>(&value)) return !std::isnan(real->value);
  const auto* const list = std::get_if<std::vector<std::string>>(&value);
  return list == nullptr || !list->empty();
}

class Evaluator {
 public:
  Evaluator(const WhereExpression& expression, const std::function<WhereValue(size_t)>& value)
      : expression_(expression), value_(value) {}

  // Recursive; the parser limits nesting.
  bool Holds(uint32_t at) const {
    const WhereNode& node = expression_.nodes[at];
    const auto holds = [this](uint32_t part) { return Holds(part); };
    switch (node.kind) {
      case WhereNode::Kind::kAnd:
        return std::all_of(node.parts.begin(), node.parts.end(), holds);
      case WhereNode::Kind::kOr:
        return std::any_of(node.parts.begin(), node.parts.end(), holds);
      case WhereNode::Kind::kNot:
        return !Holds(node.parts[0]);
      case WhereNode::Kind::kCompare:
        return Compare(node);
      case WhereNode::Kind::kOperand:
        return FlagOf(node.left).value_or(false);
    }
    return false;
  }

 private:
  std::optional<bool> FlagOf(const WhereOperand& operand) const {
    if (operand.kind == OperandKind::kFlag) return operand.flag;
    const WhereValue value = value_(operand.column);
    const bool* const flag = std::get_if<bool>(&value);
    return flag == nullptr ? std::nullopt : std::optional(*flag);
  }

  bool Compare(const WhereNode& node) const {
    WhereValue left = value_(node.left.column);
    switch (node.right.kind) {
      case OperandKind::kNull:
        return IsKnown(left) == (node.sign == Sign::kNotEqual);
      case OperandKind::kNumber: {
        const std::optional<int> order = OrderOf(left, node.right.number);
        return order && Answers(node.sign, *order);
      }
      case OperandKind::kText: {
        const bool matches = node.sign == Sign::kMatch;
        if (matches || node.sign == Sign::kNoMatch) {
          return AnyMatch(Texts(std::move(left)), node.regex, matches);
        }
        return AnyPair(Texts(std::move(left)), {node.right.text}, node.sign);
      }
      case OperandKind::kFlag:
      case OperandKind::kColumn:
        break;
    }
    if (std::holds_alternative<bool>(left)) {
      const std::optional<bool> right = FlagOf(node.right);
      return right && Answers(node.sign, Order(std::get<bool>(left), *right));
    }
    if (node.right.kind == OperandKind::kFlag) return false;
    WhereValue right = value_(node.right.column);
    if (const std::optional<int> order = OrderOf(left, right)) return Answers(node.sign, *order);
    return AnyPair(Texts(std::move(left)), Texts(std::move(right)), node.sign);
  }

  const WhereExpression& expression_;
  const std::function<WhereValue(size_t)>& value_;
};

}  // namespace

absl::StatusOr<Where> Where::Parse(std::string_view text) {
  Where where;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return where;
  PROFILER_ASSIGN_OR_RETURN(WhereExpression expression, ParseWhere(text));
  where.text_ = text;
  where.expression_ = std::make_shared<const WhereExpression>(std::move(expression));
  return where;
}

const std::vector<std::string>& Where::columns() const {
  static const std::vector<std::string>* const kNone = new std::vector<std::string>;
  return all() ? *kNone : expression_->columns;
}

bool Where::Holds(const std::function<WhereValue(size_t column)>& value) const {
  return all() || Evaluator(*expression_, value).Holds(expression_->root);
}

}  // namespace profiler
