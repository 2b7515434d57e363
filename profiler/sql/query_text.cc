#include "profiler/sql/query_text.h"

#include <sqlite3.h>

#include <algorithm>

#include "profiler/base/ascii.h"

namespace profiler::sql {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

// What a line comment holds, without its line break and without the end of a block comment.
std::string AsBlock(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  for (size_t at = text.find("*/"); at != text.npos; at = text.find("*/", at)) {
    text.replace(at, 2, "* ");
  }
  return text;
}

}  // namespace

std::string_view SkipBlanks(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const bool is_line = text.starts_with("--"), is_block = text.starts_with("/*");
    if (!is_line && !is_block) return text;
    const std::string_view end = is_line ? "\n" : "*/";
    const size_t at = text.find(end, 2);
    text.remove_prefix(at == text.npos ? text.size() : at + end.size());
  }
}

bool BeginsQuery(std::string_view text) {
  text = SkipBlanks(text);
  for (const std::string_view word : {"select", "with", "explain"}) {
    if (text.size() < word.size()) continue;
    const bool is_word = std::equal(word.begin(), word.end(), text.begin(),
                                    [](char a, char b) { return a == Lower(b); });
    if (is_word && (text.size() == word.size() || !IsWordCharacter(text[word.size()]))) return true;
  }
  return false;
}

std::string InOneLine(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const char c = text[0];
    const std::string_view end = text.starts_with("--")              ? "\n"
                                 : text.starts_with("/*")            ? "*/"
                                 : c == '['                          ? "]"
                                 : c == '\'' || c == '"' || c == '`' ? text.substr(0, 1)
                                                                     : "";
    const size_t at = end.empty() ? 0 : text.find(end, end == "*/" ? 2 : 1);
    const size_t size = at == text.npos ? text.size() : at + std::max<size_t>(end.size(), 1);
    std::string part(text.substr(0, size));
    if (end == "\n") part = "/*" + AsBlock(part.substr(2)) + "*/ ";
    const bool is_text = !end.empty() && end != "\n" && end != "*/";
    if (!is_text) std::replace(part.begin(), part.end(), '\n', ' ');
    line += part;
    text.remove_prefix(size);
  }
  return line;
}

bool NamesPart(std::string_view text) {
  for (size_t at = text.find('.'); at != text.npos; at = text.find('.', at + 1)) {
    size_t begin = at;
    while (begin > 0 && IsDigit(text[begin - 1])) --begin;
    const bool has_number = begin < at && begin > 0;
    if (!has_number || Lower(text[begin - 1]) != 'p') continue;
    if (begin == 1 || !IsWordCharacter(text[begin - 2])) return true;
  }
  return false;
}

bool EndsQuery(const std::string& text) { return sqlite3_complete(text.c_str()) != 0; }

}  // namespace profiler::sql
