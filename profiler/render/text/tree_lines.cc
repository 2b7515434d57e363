#include "profiler/render/text/tree_lines.h"

#include <algorithm>
#include <string_view>

#include "profiler/render/display.h"

namespace profiler {
namespace {

constexpr size_t kLevelWidth = 3;  // the width of each of these texts

struct Pieces {
  std::string_view branch, last, line, blank;
};
constexpr Pieces kUnicode = {"├─ ", "└─ ", "│  ", "   "};
constexpr Pieces kAscii = {"|- ", "`- ", "|  ", "   "};

}  // namespace

TreeLines::TreeLines(const Report& report, bool unicode)
    : report_(report),
      unicode_(unicode),
      level_(report.rows.size()),
      has_next_(report.rows.size()) {
  for (size_t row = 0; row < level_.size(); ++row) {
    const int32_t parent = report.rows[row].parent;
    if (parent >= 0) level_[row] = level_[static_cast<size_t>(parent)] + 1;
  }
  std::vector<bool> has_child(level_.size());
  for (size_t row = level_.size(); row-- > 0;) {
    const int32_t parent = report.rows[row].parent;
    if (parent < 0) continue;
    has_next_[row] = has_child[static_cast<size_t>(parent)];
    has_child[static_cast<size_t>(parent)] = true;
  }
}

size_t TreeLines::WidthOf(size_t row) const { return kLevelWidth * level_[row]; }

std::string TreeLines::Lead(size_t row, size_t max_width) const {
  const Pieces& pieces = unicode_ ? kUnicode : kAscii;
  const std::string_view ellipsis = Ellipsis(unicode_);
  size_t levels = level_[row];
  const bool is_cut = kLevelWidth * levels > max_width;
  if (is_cut) levels = (max_width - std::min(max_width, DisplayWidth(ellipsis))) / kLevelWidth;

  std::vector<std::string_view> inside;  // from the row to the root
  size_t at = row;
  for (size_t level = 0; level < levels; ++level) {
    if (level == 0) {
      inside.push_back(has_next_[at] ? pieces.branch : pieces.last);
    } else {
      inside.push_back(has_next_[at] ? pieces.line : pieces.blank);
    }
    at = static_cast<size_t>(report_.rows[at].parent);
  }
  std::string lead(is_cut ? ellipsis : "");
  for (auto piece = inside.rbegin(); piece != inside.rend(); ++piece) lead += *piece;
  return lead;
}

}  // namespace profiler
