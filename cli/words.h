// Splits a line of the prompt or of a script into words.
#ifndef CLI_WORDS_H_
#define CLI_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace profiler {

// Where the answer of one line goes instead of to stdout.
struct Redirect {
  enum class Kind { kNone, kFile, kAppend, kPipe };
  Kind kind = Kind::kNone;
  std::string target;  // a path, or what the shell is to run
};

struct LineWords {
  std::vector<std::string> words;
  Redirect redirect;
  bool comment = false;  // the line has one; without words it is not a blank line
};

// Words are separated by blanks. A `'` or `"` protects blanks up to the next one of its kind and
// goes away; it does so at the start of a word, after a `=` or `,` in it, and right after another
// quoted part. Anywhere else it is a character like any other, as a regex may need it: in
// `name=don't` and, quoted with the other kind, in `"'x'"`. A quote that is never closed is an
// error. Nothing else is special inside quotes or out: backslashes and commas stay for who reads
// the value.
//
// A word that begins with `#`, outside quotes, starts a comment. The unquoted word `>` or `>>` is
// followed by one last word, a file; `|` by all the rest of the line, untouched.
absl::StatusOr<LineWords> SplitWords(std::string_view line);

// The words of a line that is not typed to its end. All but the last are whole.
struct PartialWord {
  std::string text;  // without its quotes
  // For each byte of `text`, and for the one to be typed next: where in the line it stands, and
  // inside which quote, or 0.
  std::vector<size_t> at;
  std::vector<char> quote;
  bool bare = true;  // no part of it is quoted
};
struct PartialLine {
  std::vector<PartialWord> words;  // at least one; the last is "" where a new word begins
  bool comment = false;            // the end of the line is inside one
};
PartialLine SplitPartial(std::string_view line);

}  // namespace profiler

#endif  // CLI_WORDS_H_
