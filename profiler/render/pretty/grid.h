// Columns side by side on a screen: as many as fit, the flexible ones as wide as there is room.
#ifndef PROFILER_RENDER_PRETTY_GRID_H_
#define PROFILER_RENDER_PRETTY_GRID_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/render/render.h"

namespace profiler {

enum class Style { kPlain, kBold, kDim, kYellow, kRed };

// The text in that style where the screen has colours.
std::string Styled(std::string_view text, Style style, const Screen& screen);

struct GridCell {
  std::string text;  // printable
  Style style = Style::kPlain;
  std::string lead = {};  // printable, before the text, dim
};

struct GridColumn {
  std::string title;  // printable; its words may stand below each other
  bool right = false;
  size_t natural = 0;    // the width of its widest cell
  size_t least = 0;      // it can be cut to that; 0: it cannot be cut
  bool is_name = false;  // it can be cut to anything, so that a row always has its name
  bool is_data = true;   // else nobody misses it
  // A cell in at most `width` columns; what is wider is cut in the middle.
  std::function<GridCell(size_t row, size_t width)> cell;
};

// A heading and `rows` lines, none wider than the screen. The columns that do not fit, from the
// right, are left out, and a last line says so.
void AppendGrid(std::vector<GridColumn> columns, size_t rows, const Screen& screen,
                std::string& out);

// The words of a text on lines of at most `width` columns; a longer word is cut.
std::vector<std::string> WrapWords(std::string_view text, size_t width, bool unicode);

// A text of any bytes on such lines.
void AppendWrapped(std::string_view text, Style style, const Screen& screen, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_GRID_H_
