// Splits a line of the prompt or of a script into words.
#ifndef CLI_WORDS_H_
#define CLI_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace profiler {

struct LineWords {
  std::vector<std::string> words;
  bool comment = false;  // the line has one; without words it is not a blank line
};

// Words are separated by blanks. A `'` or `"` protects blanks up to the next one of its kind and
// goes away; it does so at the start of a word, after a `=` or `,` in it, and right after another
// quoted part. Anywhere else it is a character like any other, as a regex may need it: in
// `name=don't` and, quoted with the other kind, in `"'x'"`. A quote that is never closed is an
// error. Nothing else is special inside quotes or out: backslashes and commas stay for who reads
// the value.
//
// A word that begins with `#`, outside quotes, starts a comment. `|`, `>` and `>>` as unquoted
// words are refused: they are kept for pipes and files.
absl::StatusOr<LineWords> SplitWords(std::string_view line);

// The word as SplitWords would read it back: quoted where it must be.
std::string QuoteWord(std::string_view word);

}  // namespace profiler

#endif  // CLI_WORDS_H_
