#include "cli/words.h"

#include <fmt/format.h>

#include "absl/status/status.h"

namespace profiler {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

bool IsBlank(char c) { return kBlanks.find(c) != std::string_view::npos; }
bool IsQuote(char c) { return c == '\'' || c == '"'; }

// Reads the word at `at`, which is no blank, and leaves `at` behind it.
absl::StatusOr<std::string> ReadWord(std::string_view line, size_t& at) {
  std::string word;
  bool may_open = true;
  while (at < line.size() && !IsBlank(line[at])) {
    const char c = line[at];
    if (!IsQuote(c) || !may_open) {
      word += c;
      ++at;
      may_open = c == '=' || c == ',';
      continue;
    }
    const size_t close = line.find(c, at + 1);
    if (close == std::string_view::npos) {
      return absl::InvalidArgumentError(
          fmt::format("the quote {} at character {} is never closed", c, at + 1));
    }
    word += line.substr(at + 1, close - at - 1);
    at = close + 1;
  }
  return word;
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
    const bool quoted = IsQuote(line[at]);
    absl::StatusOr<std::string> word = ReadWord(line, at);
    if (!word.ok()) return word.status();
    if (!quoted && (*word == "|" || *word == ">" || *word == ">>")) {
      return absl::InvalidArgumentError(fmt::format(
          "'{}' is not supported yet: use -output file:outfile=FILE, or quote it", *word));
    }
    result.words.push_back(*std::move(word));
  }
  return result;
}

std::string QuoteWord(std::string_view word) {
  if (!word.empty() && word.find_first_of(" \t\r\n\v\f'\"#|>") == std::string_view::npos) {
    return std::string(word);
  }
  if (word.find('\'') == std::string_view::npos) return fmt::format("'{}'", word);
  std::string out = "\"";
  for (char c : word) {
    if (c == '"') {
      out += "\"'\"'\"";
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace profiler
