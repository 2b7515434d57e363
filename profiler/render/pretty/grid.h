// Lays out as many columns as fit on a screen. Columns that can be cut get the remaining width.
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

// The text in `style` if the screen has colors; else unchanged.
std::string Styled(std::string_view text, Style style, const Screen& screen);

struct GridCell {
  std::string text;  // printable
  Style style = Style::kPlain;
  std::string lead = {};  // printable; shown dim before the text
};

struct GridColumn {
  std::string title;  // printable; may wrap between words
  bool right = false;
  size_t natural = 0;    // the width of the widest cell
  size_t least = 0;      // the minimum width when cut; 0 if it cannot be cut
  bool is_name = false;  // can be cut to any width, so that names are always shown
  bool is_data = true;   // false: no message if the column is left out
  int rank = 0;          // if columns do not fit, those of the highest rank are dropped first
  // The cell of a row in at most `width` columns; a wider text is cut in the middle.
  std::function<GridCell(size_t row, size_t width)> cell;
};

// A heading and `rows` lines, none wider than the screen. Columns that do not fit are left out by
// rank, and those of one rank from the right; a last line names them.
void AppendGrid(std::vector<GridColumn> columns, size_t rows, const Screen& screen,
                std::string& out);

// The text in lines of at most `width` columns, wrapped between words; a longer word is cut.
std::vector<std::string> WrapWords(std::string_view text, size_t width, bool unicode);

// Appends text, made printable and wrapped to the screen's width. `text` may have any bytes.
void AppendWrapped(std::string_view text, Style style, const Screen& screen, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_GRID_H_
