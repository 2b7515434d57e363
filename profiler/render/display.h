// The width of text on a screen, and functions to escape and shorten text.
#ifndef PROFILER_RENDER_DISPLAY_H_
#define PROFILER_RENDER_DISPLAY_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace profiler {

// The width in columns: 0 for combining marks, 2 for East Asian wide characters and emoji, 1 for an
// invalid UTF-8 character.
size_t DisplayWidth(std::string_view text);

// The text on one line, safe for a terminal: control characters are escaped as \n or \x1b, as are
// marks that change the direction of writing; invalid UTF-8 becomes U+FFFD. Without `unicode` the
// result is ASCII: other characters are escaped as \u00e9, and invalid ones become `?`.
std::string Printable(std::string_view text, bool unicode);

std::string_view Ellipsis(bool unicode);

// Printable text in at most `width` columns; an ellipsis replaces the middle of a longer text.
std::string CutMiddle(std::string_view text, size_t width, bool unicode);

// Appends the text's lines, indented unless empty, each with a line break.
void AppendIndented(std::string_view text, size_t indent, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_DISPLAY_H_
