// Splits a line of the prompt or of a script into words.
#ifndef CLI_WORDS_H_
#define CLI_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace profiler {

// The destination of a line's answer, if not stdout.
struct Redirect {
  enum class Kind { kNone, kFile, kAppend, kPipe };
  Kind kind = Kind::kNone;
  std::string target;  // a path, or a shell command
};

struct LineWords {
  std::vector<std::string> words;
  Redirect redirect;
  bool comment = false;  // the line has a comment, so it is not blank
};

// Words are separated by blanks. Quotes (`'` or `"`) protect blanks and are removed; they open at
// the start of a word, after a `=` or `,` in it, and right after another quoted part. Elsewhere a
// quote is an ordinary character, because a regex may need it, e.g. in `name=don't`, or inside the
// other kind of quotes, as in `"'x'"`. A quote that is never closed is an error. Nothing else is
// special inside quotes or outside: backslashes and commas are left for the option that parses the
// value.
//
// An unquoted word that starts with `#` starts a comment. After the unquoted word `>` or `>>`, a
// single last word is the file; after `|`, the rest of the line is the shell command, unchanged.
absl::StatusOr<LineWords> SplitWords(std::string_view line);

// A word of an unfinished line. All words but the last are complete.
struct PartialWord {
  std::string text;  // without its quotes
  // For each byte of `text`, and for the next byte to be typed: the position in the line, and the
  // surrounding quote or 0.
  std::vector<size_t> at;
  std::vector<char> quote;
  bool bare = true;  // no part of it is quoted
};
struct PartialLine {
  std::vector<PartialWord> words;  // at least one; the last is "" if a new word starts
  bool comment = false;            // the end of the line is inside a comment
};
PartialLine SplitPartial(std::string_view line);

}  // namespace profiler

#endif  // CLI_WORDS_H_
