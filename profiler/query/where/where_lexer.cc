#include "profiler/query/where/where_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/base/text/utf8.h"

namespace profiler {
namespace {

// Longer signs first, because the first match is used.
constexpr std::string_view kSigns[] = {"&&", "||", "==", "!=", "<=", ">=", "=~",
                                       "!~", "<",  ">",  "!",  "(",  ")",  "-"};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  absl::StatusOr<std::vector<WhereToken>> Run() {
    while (true) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      WhereToken token;
      token.at = at_;
      if (at_ < text_.size()) PROFILER_RETURN_IF_ERROR(Read(token));
      tokens_.push_back(std::move(token));
      if (tokens_.back().kind == WhereTokenKind::kEnd) return std::move(tokens_);
    }
  }

 private:
  absl::Status Read(WhereToken& token) {
    const char c = text_[at_];
    if (IsDigit(c) || c == '.') return Number(token);
    if (IsWordCharacter(c)) return Name(token), absl::OkStatus();
    if (c == '\'' || c == '"') return String(token);
    return Sign(token);
  }

  void Name(WhereToken& token) {
    while (at_ < text_.size() && IsWordCharacter(text_[at_])) ++at_;
    token.text = text_.substr(token.at, at_ - token.at);
    token.kind = WhereTokenKind::kSign;
    if (token.text == "and") {
      token.text = "&&";
    } else if (token.text == "or") {
      token.text = "||";
    } else if (token.text == "not") {
      token.text = "!";
    } else {
      token.kind = WhereTokenKind::kName;
    }
  }

  absl::Status Number(WhereToken& token) {
    size_t length = 0;
    absl::StatusOr<WhereNumber> number = WhereNumber::Parse(text_.substr(at_), length);
    if (!number.ok()) return WhereError(text_, at_, Message(number.status()));
    token.kind = WhereTokenKind::kNumber;
    token.number = *number;
    token.text = text_.substr(at_, length);
    at_ += length;
    return absl::OkStatus();
  }

  absl::Status String(WhereToken& token) {
    const size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) {
      return WhereError(text_, at_, fmt::format("the quote {}", text_[at_]), " is never closed");
    }
    token.kind = WhereTokenKind::kString;
    token.text = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return absl::OkStatus();
  }

  absl::Status Sign(WhereToken& token) {
    for (const std::string_view sign : kSigns) {
      if (!text_.substr(at_).starts_with(sign)) continue;
      token.kind = WhereTokenKind::kSign;
      token.text = sign;
      at_ += sign.size();
      return absl::OkStatus();
    }
    const char c = text_[at_];
    if (c == '=' || c == '&' || c == '|') {
      return WhereError(text_, at_, fmt::format("'{}' is no operator", c),
                        fmt::format("; did you mean '{}{}'?", c, c));
    }
    // A character that is not ASCII has several bytes.
    size_t end = at_ + 1;
    while (end < text_.size() && IsInsideCharacter(text_[end])) ++end;
    return WhereError(text_, at_,
                      fmt::format("'{}' is not expected", text_.substr(at_, end - at_)));
  }

  const std::string_view text_;
  size_t at_ = 0;
  std::vector<WhereToken> tokens_;
};

}  // namespace

absl::Status WhereError(std::string_view expression, size_t at, std::string_view what,
                        std::string_view rest) {
  return absl::InvalidArgumentError(fmt::format(
      "-where: {} at character {}{}", what, CountCharacters(expression.substr(0, at)) + 1, rest));
}

absl::StatusOr<std::vector<WhereToken>> WhereTokens(std::string_view expression) {
  return Lexer(expression).Run();
}

}  // namespace profiler
