// How text stands on a screen: how wide it is, and how it is made safe to show and short enough.
#ifndef PROFILER_RENDER_DISPLAY_H_
#define PROFILER_RENDER_DISPLAY_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace profiler {

// In columns: combining marks take none, East Asian wide characters and emoji two, a byte that is
// no UTF-8 one. Marks of rarer scripts count as one, so that a line is rather too short than too
// long.
size_t DisplayWidth(std::string_view text);

// The text on one line, with nothing that a terminal obeys: \n and \x1b are written out, as are
// marks that turn the direction of writing; what is no UTF-8 becomes U+FFFD. Without `unicode` it
// is ASCII: other characters are written \u00e9, what is no UTF-8 as `?`.
std::string Printable(std::string_view text, bool unicode);

std::string_view Ellipsis(bool unicode);

// Printable text in `width` columns or less: the middle of what is longer gives way to an ellipsis.
std::string CutMiddle(std::string_view text, size_t width, bool unicode);

// The text's lines behind so many blanks each, empty ones without; each ends with a line break.
void AppendIndented(std::string_view text, size_t indent, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_DISPLAY_H_
