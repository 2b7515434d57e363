#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "profiler/base/status.h"
#include "profiler/query/where/where_expression.h"
#include "profiler/query/where/where_lexer.h"

namespace profiler {
namespace {

using Sign = WhereNode::Sign;
using Node = absl::StatusOr<uint32_t>;

constexpr int kMostNested = 100;
constexpr size_t kLongestText = 10'000;

struct Comparison {
  std::string_view text;
  Sign sign, mirrored;  // `a < b` is the same as `b > a`
};
constexpr std::array<Comparison, 8> kComparisons = {{
    {"==", Sign::kEqual, Sign::kEqual},
    {"!=", Sign::kNotEqual, Sign::kNotEqual},
    {"<", Sign::kLess, Sign::kGreater},
    {"<=", Sign::kLessEqual, Sign::kGreaterEqual},
    {">", Sign::kGreater, Sign::kLess},
    {">=", Sign::kGreaterEqual, Sign::kLessEqual},
    {"=~", Sign::kMatch, Sign::kMatch},
    {"!~", Sign::kNoMatch, Sign::kNoMatch},
}};

// A recursive descent parser. Nesting is limited, because the text is untrusted. A chain `a && b &&
// ...` is a single node, so its length is not limited.
class Parser {
 public:
  Parser(std::string_view text, std::vector<WhereToken> tokens) : tokens_(std::move(tokens)) {
    expression_.text = text;
  }

  absl::StatusOr<WhereExpression> Run() {
    PROFILER_ASSIGN_OR_RETURN(expression_.root, Or());
    if (Now().kind != WhereTokenKind::kEnd) return NotExpected("&& or ||");
    return std::move(expression_);
  }

 private:
  const WhereToken& Now() const { return tokens_[next_]; }
  bool Take(std::string_view sign) {
    if (Now().kind != WhereTokenKind::kSign || Now().text != sign) return false;
    ++next_;
    return true;
  }
  absl::Status Error(size_t at, std::string_view what, std::string_view rest = "") const {
    return WhereError(expression_.text, at, what, rest);
  }
  absl::Status NotExpected(std::string_view wanted) const {
    if (Now().kind == WhereTokenKind::kEnd) {
      return Error(Now().at, fmt::format("{} is missing", wanted), ", the end");
    }
    return Error(Now().at, fmt::format("'{}' is not expected", Now().text),
                 fmt::format(", but {}", wanted));
  }
  uint32_t Add(WhereNode node) {
    expression_.nodes.push_back(std::move(node));
    return static_cast<uint32_t>(expression_.nodes.size() - 1);
  }

  Node Or() { return Chain("||", WhereNode::Kind::kOr, &Parser::And); }
  Node And() { return Chain("&&", WhereNode::Kind::kAnd, &Parser::Not); }

  Node Chain(std::string_view sign, WhereNode::Kind kind, Node (Parser::*part)()) {
    WhereNode chain;
    chain.kind = kind;
    do {
      PROFILER_ASSIGN_OR_RETURN(const uint32_t node, (this->*part)());
      chain.parts.push_back(node);
    } while (Take(sign));
    return chain.parts.size() == 1 ? chain.parts[0] : Add(std::move(chain));
  }

  Node Not() {
    const size_t at = Now().at;
    if (++depth_ > kMostNested) return Error(at, "nested too deeply");
    Node node = Negated();
    --depth_;
    return node;
  }

  Node Negated() {
    if (Take("!")) {
      WhereNode node;
      node.kind = WhereNode::Kind::kNot;
      PROFILER_ASSIGN_OR_RETURN(const uint32_t part, Not());
      node.parts = {part};
      return Add(std::move(node));
    }
    if (!Take("(")) return Compared();
    PROFILER_ASSIGN_OR_RETURN(const uint32_t node, Or());
    if (!Take(")")) return NotExpected("')'");
    return node;
  }

  const Comparison* TakeComparison() {
    for (const Comparison& comparison : kComparisons) {
      if (Take(comparison.text)) return &comparison;
    }
    return nullptr;
  }

  Node Compared() {
    WhereNode node;
    PROFILER_ASSIGN_OR_RETURN(node.left, Operand());
    node.at = Now().at;
    const Comparison* const comparison = TakeComparison();
    if (comparison == nullptr) return Add(std::move(node));
    node.kind = WhereNode::Kind::kCompare;
    node.sign = comparison->sign;
    PROFILER_ASSIGN_OR_RETURN(node.right, Operand());
    if (const size_t at = Now().at; TakeComparison() != nullptr) {
      return Error(at, "a second comparison", "; join two with &&, as in a > 1 && a < 5");
    }
    if (node.sign == Sign::kMatch || node.sign == Sign::kNoMatch) {
      PROFILER_RETURN_IF_ERROR(Compile(node));
    } else if (node.left.kind != WhereOperand::Kind::kColumn) {
      std::swap(node.left, node.right);
      node.sign = comparison->mirrored;
    }
    if (node.left.kind != WhereOperand::Kind::kColumn) {
      return Error(std::min(node.left.at, node.right.at), "no column is compared");
    }
    return Add(std::move(node));
  }

  absl::Status Compile(WhereNode& node) {
    if (node.right.kind != WhereOperand::Kind::kText) {
      return Error(node.right.at, "a regex in quotes must follow =~ and !~");
    }
    absl::StatusOr<RegexSet> regex = RegexSet::Compile({node.right.text});
    if (!regex.ok()) {
      return Error(node.right.at, Message(regex.status()), " of the expression");
    }
    node.regex = *std::move(regex);
    return absl::OkStatus();
  }

  absl::StatusOr<WhereOperand> Operand() {
    WhereOperand operand;
    operand.at = Now().at;
    const bool negative = Take("-");
    if (negative && Now().kind != WhereTokenKind::kNumber) return NotExpected("a number");
    operand.text = Now().text;
    switch (Now().kind) {
      case WhereTokenKind::kName:
        TakeName(operand);
        break;
      case WhereTokenKind::kNumber:
        operand.kind = WhereOperand::Kind::kNumber;
        operand.number = negative ? Now().number.Negated() : Now().number;
        break;
      case WhereTokenKind::kString:
        operand.kind = WhereOperand::Kind::kText;
        break;
      case WhereTokenKind::kSign:
      case WhereTokenKind::kEnd:
        return NotExpected("a column or a value");
    }
    ++next_;
    return operand;
  }

  void TakeName(WhereOperand& operand) {
    if (operand.text == "null") return;
    if (operand.text == "true" || operand.text == "false") {
      operand.kind = WhereOperand::Kind::kFlag;
      operand.flag = operand.text == "true";
      return;
    }
    operand.kind = WhereOperand::Kind::kColumn;
    std::vector<std::string>& names = expression_.columns;
    const auto known = std::find(names.begin(), names.end(), operand.text);
    operand.column = static_cast<size_t>(known - names.begin());
    if (known == names.end()) names.push_back(operand.text);
  }

  const std::vector<WhereToken> tokens_;
  size_t next_ = 0;
  int depth_ = 0;
  WhereExpression expression_;
};

}  // namespace

absl::StatusOr<WhereExpression> ParseWhere(std::string_view text) {
  if (text.size() > kLongestText) {
    return absl::InvalidArgumentError("-where: the expression is too long");
  }
  PROFILER_ASSIGN_OR_RETURN(std::vector<WhereToken> tokens, WhereTokens(text));
  return Parser(text, std::move(tokens)).Run();
}

}  // namespace profiler
