#include <string_view>

#include "profiler/base/ascii.h"
#include "profiler/sql/functions/functions.h"

namespace profiler::sql {
namespace {

std::string_view PatternText(sqlite3_value* value) {
  const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (text == nullptr) return {};
  return {text, static_cast<size_t>(sqlite3_value_bytes(value))};
}

// The length of the UTF-8 character at the start of the text; bytes that are none count alone.
size_t CharacterSize(std::string_view text) {
  size_t size = 1;
  while (size < text.size() && size < 4 &&
         (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) {
    ++size;
  }
  return (static_cast<unsigned char>(text[0]) & 0x80) == 0 ? 1 : size;
}

// One piece of a pattern: its bytes at the start of the pattern, and how many of the text's bytes
// it matches.
struct Piece {
  size_t pattern = 0, text = 0;
  bool matches = false;
};

// LIKE: _ is a character, letters of ASCII match in both cases.
struct LikePiece {
  std::string_view escape;
  static constexpr char kAny = '%';

  Piece operator()(std::string_view pattern, std::string_view text) const {
    if (!escape.empty() && pattern.starts_with(escape) && pattern.size() > escape.size()) {
      const bool same = !text.empty() && Lower(pattern[escape.size()]) == Lower(text[0]);
      return {escape.size() + 1, 1, same};
    }
    if (pattern[0] == '_') return {1, text.empty() ? 0 : CharacterSize(text), !text.empty()};
    return {1, 1, !text.empty() && Lower(pattern[0]) == Lower(text[0])};
  }
};

// GLOB: ? is a character, [a-z] and [^a-z] are one of a set.
struct GlobPiece {
  static constexpr char kAny = '*';

  Piece operator()(std::string_view pattern, std::string_view text) const {
    if (pattern[0] == '?') return {1, text.empty() ? 0 : CharacterSize(text), !text.empty()};
    if (pattern[0] != '[') return {1, 1, !text.empty() && pattern[0] == text[0]};
    const bool is_not = pattern.size() > 1 && pattern[1] == '^';
    const size_t first = is_not ? 2 : 1;
    bool has = false;
    size_t at = first;
    // A ] at the beginning is a member.
    for (; at < pattern.size() && (at == first || pattern[at] != ']'); ++at) {
      const bool is_range =
          at + 2 < pattern.size() && pattern[at + 1] == '-' && pattern[at + 2] != ']';
      if (text.empty()) continue;
      has |=
          is_range ? pattern[at] <= text[0] && text[0] <= pattern[at + 2] : pattern[at] == text[0];
      if (is_range) at += 2;
    }
    if (at >= pattern.size()) return {1, 0, false};  // never closed: it matches nothing
    return {at + 1, text.empty() ? 0 : CharacterSize(text), !text.empty() && has != is_not};
  }
};

// Goes back to the last "any" only, as earlier ones need not match more.
template <typename MatchPiece>
bool Matches(std::string_view pattern, std::string_view text, const MatchPiece& match) {
  size_t p = 0, t = 0;
  size_t after_any = std::string_view::npos, text_of_any = 0;
  while (true) {
    if (p < pattern.size() && pattern[p] == MatchPiece::kAny) {
      after_any = ++p;
      text_of_any = t;
      continue;
    }
    if (p == pattern.size() && t == text.size()) return true;
    if (p < pattern.size()) {
      const Piece piece = match(pattern.substr(p), text.substr(t));
      if (piece.matches) {
        p += piece.pattern;
        t += piece.text;
        continue;
      }
    }
    if (after_any == std::string_view::npos || text_of_any >= text.size()) return false;
    p = after_any;
    t = ++text_of_any;
  }
}

bool IsTooLong(sqlite3_context* context, std::string_view pattern) {
  constexpr size_t kLongest = 1000;
  if (pattern.size() <= kLongest) return false;
  sqlite3_result_error(context, "a pattern of LIKE and GLOB has at most 1000 bytes", -1);
  return true;
}

bool AreTexts(sqlite3_value* a, sqlite3_value* b) {
  return sqlite3_value_type(a) != SQLITE_NULL && sqlite3_value_type(b) != SQLITE_NULL;
}

// `text LIKE pattern ESCAPE c` is like(pattern, text, c).
void Like(sqlite3_context* context, int count, sqlite3_value** values) {
  if (!AreTexts(values[0], values[1])) return;
  const std::string_view pattern = PatternText(values[0]);
  if (IsTooLong(context, pattern)) return;
  LikePiece piece;
  if (count == 3) {
    piece.escape = PatternText(values[2]);
    if (piece.escape.empty() || CharacterSize(piece.escape) != piece.escape.size()) {
      return sqlite3_result_error(context, "ESCAPE takes one character", -1);
    }
  }
  sqlite3_result_int(context, Matches(pattern, PatternText(values[1]), piece) ? 1 : 0);
}

void Glob(sqlite3_context* context, int, sqlite3_value** values) {
  if (!AreTexts(values[0], values[1])) return;
  const std::string_view pattern = PatternText(values[0]);
  if (IsTooLong(context, pattern)) return;
  sqlite3_result_int(context, Matches(pattern, PatternText(values[1]), GlobPiece()) ? 1 : 0);
}

}  // namespace

int AddPatterns(sqlite3* db) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int rc = SQLITE_OK;
  for (const int arguments : {2, 3}) {
    if (rc != SQLITE_OK) return rc;
    rc = sqlite3_create_function_v2(db, "like", arguments, kFlags, nullptr, Like, nullptr, nullptr,
                                    nullptr);
  }
  if (rc != SQLITE_OK) return rc;
  return sqlite3_create_function_v2(db, "glob", 2, kFlags, nullptr, Glob, nullptr, nullptr,
                                    nullptr);
}

}  // namespace profiler::sql
