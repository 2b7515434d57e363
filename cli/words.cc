#include "cli/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "absl/status/status.h"

namespace profiler {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

bool IsBlank(char c) { return kBlanks.find(c) != std::string_view::npos; }
bool IsQuote(char c) { return c == '\'' || c == '"'; }

// Reads the word at `at`, which is not a blank, and moves `at` after it. Sets `open_quote` to the
// position of a quote that is never closed.
PartialWord ReadWord(std::string_view line, size_t& at, std::optional<size_t>& open_quote) {
  PartialWord word;
  const auto mark = [&](char quote) {
    word.at.push_back(at);
    word.quote.push_back(quote);
  };
  bool may_open = true;
  while (at < line.size() && !IsBlank(line[at])) {
    const char c = line[at];
    if (!IsQuote(c) || !may_open) {
      mark(0);
      word.text += c;
      ++at;
      may_open = c == '=' || c == ',';
      continue;
    }
    word.bare = false;
    open_quote = at;
    for (++at; at < line.size() && line[at] != c; ++at) {
      mark(c);
      word.text += line[at];
    }
    if (at == line.size()) {
      mark(c);
      return word;
    }
    open_quote.reset();
    ++at;
  }
  mark(0);
  return word;
}

std::optional<Redirect::Kind> RedirectKind(const PartialWord& word) {
  if (!word.bare) return std::nullopt;
  if (word.text == "|") return Redirect::Kind::kPipe;
  if (word.text == ">") return Redirect::Kind::kFile;
  if (word.text == ">>") return Redirect::Kind::kAppend;
  return std::nullopt;
}

absl::Status NeverClosed(std::string_view line, size_t quote) {
  return absl::InvalidArgumentError(
      fmt::format("the quote {} at character {} is never closed", line[quote], quote + 1));
}

// Reads the target after the word `>`, `>>` or `|`, which ends at `at`.
absl::StatusOr<Redirect> ReadRedirect(std::string_view line, size_t at, Redirect::Kind kind) {
  const std::string_view blanks = kBlanks;
  Redirect redirect{kind, ""};
  at = std::min(line.find_first_not_of(blanks, at), line.size());
  if (kind == Redirect::Kind::kPipe) {
    redirect.target = line.substr(at, line.find_last_not_of(blanks) + 1 - at);
    if (!redirect.target.empty()) return redirect;
    return absl::InvalidArgumentError("'|' misses its command, as in `op | head`");
  }
  const char* const sign = kind == Redirect::Kind::kFile ? ">" : ">>";
  std::optional<size_t> open_quote;
  if (at < line.size() && line[at] != '#') redirect.target = ReadWord(line, at, open_quote).text;
  if (open_quote) return NeverClosed(line, *open_quote);
  if (redirect.target.empty()) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' misses its file, as in `op {} report.txt`", sign, sign));
  }
  at = std::min(line.find_first_not_of(blanks, at), line.size());
  if (at < line.size() && line[at] != '#') {
    return absl::InvalidArgumentError(fmt::format(
        "'{}' takes one file, the last word of the line; quotes protect its blanks", sign));
  }
  return redirect;
}

}  // namespace

absl::StatusOr<LineWords> SplitWords(std::string_view line) {
  LineWords result;
  for (size_t at = 0; at < line.size();) {
    if (IsBlank(line[at])) {
      ++at;
      continue;
    }
    if (line[at] == '#') {
      result.comment = true;
      break;
    }
    std::optional<size_t> open_quote;
    PartialWord word = ReadWord(line, at, open_quote);
    if (open_quote) return NeverClosed(line, *open_quote);
    if (const auto kind = RedirectKind(word)) {
      absl::StatusOr<Redirect> redirect = ReadRedirect(line, at, *kind);
      if (!redirect.ok()) return redirect.status();
      result.redirect = *std::move(redirect);
      break;
    }
    result.words.push_back(std::move(word.text));
  }
  return result;
}

PartialLine SplitPartial(std::string_view line) {
  PartialLine result;
  for (size_t at = 0; at < line.size();) {
    if (IsBlank(line[at])) {
      ++at;
      continue;
    }
    if (line[at] == '#') {
      result.comment = true;
      break;
    }
    std::optional<size_t> open_quote;
    result.words.push_back(ReadWord(line, at, open_quote));
    if (at == line.size()) return result;
  }
  result.words.push_back({"", {line.size()}, {0}, true});
  return result;
}

}  // namespace profiler
