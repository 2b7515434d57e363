#include "profiler/render/pretty/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/render/cut_apart.h"
#include "profiler/render/display.h"

namespace profiler {
namespace {

constexpr size_t kGap = 2;
constexpr size_t kMaxHeadingLines = 3;

std::string_view CodeOf(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kYellow:
      return "\x1b[33m";
    case Style::kRed:
      return "\x1b[31m";
  }
  return "";
}

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!word.empty()) words.push_back(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return words;
}

// Widens the column until its title fits on a few lines.
void MakeRoomForTitle(GridColumn& column, bool unicode) {
  for (const std::string_view word : Words(column.title)) {
    column.natural = std::max(column.natural, DisplayWidth(word));
  }
  while (WrapWords(column.title, column.natural, unicode).size() > kMaxHeadingLines) {
    ++column.natural;
  }
  column.least = column.least == 0 ? column.natural : std::min(column.least, column.natural);
}

// Removes columns until the rest fits, and returns the titles of the removed ones.
std::vector<std::string> DropByRank(size_t screen_width, std::vector<GridColumn>& columns) {
  std::vector<std::string> dropped;
  while (true) {
    size_t needed = 0, others = columns.size();
    for (size_t c = 0; c < columns.size(); ++c) {
      needed += columns[c].least + (c > 0 ? kGap : 0);
      if (columns[c].is_name) continue;
      if (others == columns.size() || columns[c].rank >= columns[others].rank) others = c;
    }
    if (needed <= screen_width || others == columns.size()) return dropped;
    if (columns[others].is_data) dropped.push_back(columns[others].title);
    columns.erase(columns.begin() + static_cast<ptrdiff_t>(others));
  }
}

// The widths of the columns, of which all fit if there is more than the name.
std::vector<size_t> Fit(const std::vector<GridColumn>& columns, size_t screen_width) {
  std::vector<size_t> widths;
  size_t left = screen_width;
  for (const GridColumn& column : columns) {
    left -= std::min(left, widths.empty() ? 0 : kGap);
    widths.push_back(std::min(column.least, left));
    left -= widths.back();
  }
  // Distributes the remaining width to columns that need more, the narrowest first.
  while (left > 0) {
    size_t narrowest = widths.size();
    for (size_t c = 0; c < widths.size(); ++c) {
      if (widths[c] >= columns[c].natural) continue;
      if (narrowest == widths.size() || widths[c] < widths[narrowest]) narrowest = c;
    }
    if (narrowest == widths.size()) break;
    ++widths[narrowest];
    --left;
  }
  return widths;
}

// Writes the cells of a line. Spaces are only written before a cell, so no line ends in a space.
class LineWriter {
 public:
  LineWriter(const Screen& screen, std::string& out) : screen_(screen), out_(out) {}

  // The cell's texts fit into the width.
  void Add(const GridCell& cell, size_t width, bool right) {
    const size_t used = DisplayWidth(cell.lead) + DisplayWidth(cell.text);
    if (right) blanks_ += width - used;
    if (used > 0) {
      out_.append(blanks_, ' ');
      out_ += Styled(cell.lead, Style::kDim, screen_) + Styled(cell.text, cell.style, screen_);
      blanks_ = 0;
    }
    if (!right) blanks_ += width - used;
    blanks_ += kGap;
  }
  void End() {
    out_ += '\n';
    blanks_ = 0;
  }

 private:
  const Screen& screen_;
  std::string& out_;
  size_t blanks_ = 0;
};

// The column's cells, cut to the width.
std::vector<GridCell> CutCells(const GridColumn& column, size_t rows, size_t width, bool unicode) {
  std::vector<GridCell> cells;
  std::vector<TextToCut> texts;
  cells.reserve(rows);
  for (size_t row = 0; row < rows; ++row) {
    cells.push_back(column.cell(row, width));
    GridCell& cell = cells.back();
    cell.lead = CutMiddle(cell.lead, width, unicode);
    if (column.natural > width) {
      texts.push_back({std::move(cell.text), width - DisplayWidth(cell.lead)});
    }
  }
  if (texts.empty()) return cells;
  std::vector<std::string> cut = CutApart(texts, unicode);
  for (size_t row = 0; row < rows; ++row) cells[row].text = std::move(cut[row]);
  return cells;
}

void AppendHeading(const std::vector<GridColumn>& columns, const std::vector<size_t>& widths,
                   const Screen& screen, std::string& out) {
  std::vector<std::vector<std::string>> titles;
  size_t height = 1;
  for (size_t c = 0; c < widths.size(); ++c) {
    titles.push_back(WrapWords(columns[c].title, widths[c], screen.unicode));
    height = std::max(height, titles.back().size());
  }
  LineWriter line(screen, out);
  for (size_t number = 0; number < height; ++number) {
    for (size_t c = 0; c < widths.size(); ++c) {
      const size_t above = height - titles[c].size();  // titles are aligned at the bottom
      const std::string text = number < above ? "" : titles[c][number - above];
      line.Add({text, Style::kBold}, widths[c], columns[c].right);
    }
    line.End();
  }
}

}  // namespace

std::string Styled(std::string_view text, Style style, const Screen& screen) {
  if (!screen.color || style == Style::kPlain || text.empty()) return std::string(text);
  return fmt::format("{}{}\x1b[0m", CodeOf(style), text);
}

std::vector<std::string> WrapWords(std::string_view text, size_t width, bool unicode) {
  std::vector<std::string> lines;
  size_t used = 0;
  for (const std::string_view word : Words(text)) {
    const size_t word_width = std::min(width, DisplayWidth(word));
    if (!lines.empty() && used + 1 + word_width <= width) {
      lines.back() += ' ';
      used += 1 + word_width;
    } else {
      lines.emplace_back();
      used = word_width;
    }
    lines.back() += CutMiddle(word, width, unicode);
  }
  return lines;
}

void AppendWrapped(std::string_view text, Style style, const Screen& screen, std::string& out) {
  const std::string printable = Printable(text, screen.unicode);
  for (const std::string& line : WrapWords(printable, screen.width, screen.unicode)) {
    out += Styled(line, style, screen) + '\n';
  }
}

void AppendGrid(std::vector<GridColumn> columns, size_t rows, const Screen& screen,
                std::string& out) {
  for (GridColumn& column : columns) MakeRoomForTitle(column, screen.unicode);
  std::vector<std::string> dropped = DropByRank(screen.width, columns);
  const std::vector<size_t> widths = Fit(columns, screen.width);
  AppendHeading(columns, widths, screen, out);
  std::vector<std::vector<GridCell>> cells;
  for (size_t c = 0; c < widths.size(); ++c) {
    cells.push_back(CutCells(columns[c], rows, widths[c], screen.unicode));
  }
  LineWriter line(screen, out);
  for (size_t row = 0; row < rows; ++row) {
    for (size_t c = 0; c < widths.size(); ++c) {
      line.Add(cells[c][row], widths[c], columns[c].right);
    }
    line.End();
  }
  if (dropped.empty() || rows == 0) return;
  std::reverse(dropped.begin(), dropped.end());
  const std::string remark =
      fmt::format("{} no room for {}: a wider terminal or -format csv shows them",
                  Ellipsis(screen.unicode), fmt::join(dropped, ", "));
  AppendWrapped(remark, Style::kDim, screen, out);
}

}  // namespace profiler
