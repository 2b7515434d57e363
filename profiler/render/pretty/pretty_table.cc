#include "profiler/render/pretty/pretty_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/render/display.h"
#include "profiler/render/pretty/grid.h"
#include "profiler/render/pretty/pretty_columns.h"
#include "profiler/render/pretty/same_values.h"
#include "profiler/render/text/text_table.h"
#include "profiler/render/text/tree_lines.h"

namespace profiler {
namespace {

constexpr size_t kLeastName = 20;
constexpr int kShareRank = 2, kBarRank = 20;

bool IsNamed(const ReportColumn& column, std::string_view name) {
  return column.name == name || (column.measure && Info(*column.measure).name == name);
}

// The column to compare rows by: the column of -order_by, or else the first column of times, or of
// sizes, or of numbers. Null if there is no such column.
const ReportColumn* FindKey(const Report& report, std::string_view order_by) {
  const auto first = [&](auto matches) -> const ReportColumn* {
    for (const ReportColumn& column : report.columns) {
      if (column.type != ColumnType::kNumber || column.not_available) continue;
      if (matches(column)) return &column;
    }
    return nullptr;
  };
  const ReportColumn* key = first([&](const auto& c) { return IsNamed(c, order_by); });
  if (key == nullptr) key = first([](const auto& c) { return c.unit == Unit::kMicros; });
  if (key == nullptr) key = first([](const auto& c) { return c.unit == Unit::kBytes; });
  if (key == nullptr) key = first([](const auto&) { return true; });
  return key;
}

// Shares of the grand total; in a tree, of each row's total.
std::vector<double> SharesOf(const Report& report, const ReportColumn& column) {
  if (!column.share.empty()) return column.share;
  std::vector<double> shares;
  for (const Value value : report.shape == Shape::kTree ? column.total : column.own) {
    const bool is_known = value != kAbsent && column.grand_total != kAbsent;
    shares.push_back(is_known && column.grand_total != 0
                         ? static_cast<double>(value) / static_cast<double>(column.grand_total)
                         : std::nan(""));
  }
  return shares;
}

// Cumulative sums, row by row.
std::vector<double> RunningSums(std::vector<double> shares) {
  double sum = 0;
  for (double& share : shares) {
    if (std::isfinite(share)) share = sum += share;
  }
  return shares;
}

// Draws a table as a grid, with remarks about omitted rows and columns.
class PrettyTable {
 public:
  PrettyTable(const Report& report, const RenderContext& context, const Screen& screen)
      : report_(report),
        screen_(screen),
        lines_(report, screen.unicode),
        selects_(context.selects) {
    const bool has_key = report.shape == Shape::kTree || report.shape == Shape::kRanked;
    if (has_key) key_ = FindKey(report, context.order_by);
  }

  void Append(std::string& out) {
    if (IsLongCommands()) return AppendList(out);
    if (report_.shape == Shape::kRanked) AddRanks();
    if (!report_.rows_are_unnamed) AddNames();
    if (key_ != nullptr) AddKey();
    FindLeftOut();
    for (const ReportColumn& column : report_.columns) {
      if (&column == key_ || column.not_available || column.repeats_name) continue;
      if (std::find(left_out_.begin(), left_out_.end(), &column) == left_out_.end()) {
        AddColumn(column);
      }
    }
    if (report_.rows.empty() && !report_.folded.empty()) left_out_text_.clear();
    if (!report_.rows.empty() || report_.folded.empty()) {
      AppendGrid(std::move(columns_), report_.rows.size(), screen_, out);
    }
    AppendRemarks(out);
  }

 private:
  // Whether the table lists commands and is wider than the screen. A command that is cut cannot be
  // typed.
  bool IsLongCommands() const {
    if (report_.name_role != ColumnRole::kCommand || report_.columns.size() != 1) return false;
    size_t name = 0, text = 0;
    for (size_t row = 0; row < report_.rows.size(); ++row) {
      name = std::max(name, DisplayWidth(Printable(report_.rows[row].name, screen_.unicode)));
      text = std::max(text, DisplayWidth(report_.columns[0].words[row]));
    }
    return name + 2 + text > screen_.width;
  }

  // Writes each name on a separate line, which the terminal may wrap, and the row's text below the
  // name.
  void AppendList(std::string& out) const {
    for (size_t row = 0; row < report_.rows.size(); ++row) {
      out += Printable(report_.rows[row].name, screen_.unicode) + '\n';
      Screen inside = screen_;
      const size_t indent = inside.width > 20 ? 4 : 0;
      inside.width -= indent;
      const std::string text = Printable(report_.columns[0].words[row], screen_.unicode);
      for (const std::string& line : WrapWords(text, inside.width, screen_.unicode)) {
        out += std::string(indent, ' ') + Styled(line, Style::kDim, screen_) + '\n';
      }
    }
    AppendRemarks(out);
  }

  void AddRanks() {
    std::vector<GridCell> cells;
    for (size_t row = 0; row < report_.rows.size(); ++row) {
      cells.push_back({fmt::format("{}", row + 1), Style::kDim});
    }
    columns_.push_back(CellsColumn("", true, std::move(cells)));
    columns_.back().is_data = false;
  }

  void AddNames() {
    std::vector<std::string> names;
    GridColumn column;
    column.title = "name";
    size_t longest = 0;
    for (size_t row = 0; row < report_.rows.size(); ++row) {
      const Row& of = report_.rows[row];
      names.push_back(report_.shape == Shape::kTable ? IndentedName(of, screen_.unicode)
                                                     : Printable(of.name, screen_.unicode));
      const size_t width = DisplayWidth(names.back());
      longest = std::max(longest, width);
      column.natural = std::max(column.natural, lines_.WidthOf(row) + width);
    }
    column.least = LeastNameWidth(screen_);
    column.is_name = true;
    column.cell = [this, longest, names = std::move(names)](size_t row, size_t width) {
      // If the width is too small, the tree's lines get half of the width, or more if the name is
      // short.
      const size_t name = DisplayWidth(names[row]);
      const bool fits = lines_.WidthOf(row) + name <= width;
      const size_t room = width - (fits ? name : std::min(longest, width - width / 2));
      return GridCell{names[row], Style::kPlain, lines_.Lead(row, room)};
    };
    columns_.push_back(std::move(column));
  }

  // Finds columns with one value, and those with the values of another. Columns that were asked for
  // are shown, and so are all if none would be left.
  void FindLeftOut() {
    if (selects_ || report_.rows_are_unnamed) return;
    std::vector<const ReportColumn*> shown;
    if (key_ != nullptr) shown.push_back(key_);
    LeftOutColumns texts;
    for (const ReportColumn& column : report_.columns) {
      if (&column == key_ || column.not_available || column.repeats_name) continue;
      const bool is_kept =
          column.role == ColumnRole::kCommand || column.role == ColumnRole::kVerdict;
      const std::optional<SameValue> same = is_kept ? std::nullopt : SameValueOf(report_, column);
      const auto equal = std::find_if(shown.begin(), shown.end(), [&](const ReportColumn* other) {
        return HaveEqualValues(report_, *other, column);
      });
      if (!same.has_value() && equal == shown.end()) {
        shown.push_back(&column);
        continue;
      }
      left_out_.push_back(&column);
      const std::string title = PrettyTitle(report_, column, screen_);
      if (same.has_value()) {
        texts.Add(title, *same);
      } else {
        texts.AddEqual(title, PrettyTitle(report_, **equal, screen_));
      }
    }
    if (shown.empty()) {
      left_out_.clear();
    } else {
      left_out_text_ = texts.Text();
    }
  }

  // What is dropped first where columns do not fit: what was neither selected nor measured.
  int RankOf(const ReportColumn& column) const {
    if (&column == key_ || column.role == ColumnRole::kVerdict) return 0;
    if (column.role == ColumnRole::kCommand) return 1;
    const bool is_measured = column.type == ColumnType::kNumber || column.type == ColumnType::kReal;
    const int detail = static_cast<int>(column.detail);
    return (selects_ ? 0 : 3) + (is_measured ? 1 + detail : 4 + detail);
  }

  void AddColumn(const ReportColumn& column) {
    const size_t first = columns_.size();
    AddCells(column);
    for (size_t at = first; at < columns_.size(); ++at) {
      columns_[at].rank = columns_[at].is_data ? RankOf(column) : kBarRank;
    }
  }

  void AddCells(const ReportColumn& column) {
    if (report_.shape == Shape::kTree && column.type == ColumnType::kNumber) {
      columns_.push_back(TotalColumn(report_, column, screen_));
      columns_.push_back(OwnColumn(report_, column, screen_));
      columns_.back().title += " self";
      return;
    }
    columns_.push_back(OwnColumn(report_, column, screen_));
    // Only the first share gets a bar; ratios above 1 are not shares.
    const bool is_share = column.type == ColumnType::kReal && column.unit == Unit::kShare &&
                          column.role == ColumnRole::kPlain &&
                          std::none_of(column.reals.begin(), column.reals.end(),
                                       [](double value) { return value > 1; });
    if (!is_share || has_bar_) return;
    columns_.push_back(BarColumn(column.reals, screen_));
    has_bar_ = true;
  }

  // Adds the column by which rows are compared, and its shares.
  void AddKey() {
    AddColumn(*key_);
    const std::vector<double> shares = SharesOf(report_, *key_);
    columns_.push_back(PercentColumn("share", shares));
    columns_.back().rank = kShareRank;
    if (report_.shape == Shape::kRanked) {
      columns_.push_back(PercentColumn("cum.", RunningSums(shares)));
      columns_.back().rank = kBarRank;
    }
    columns_.push_back(BarColumn(shares, screen_));
    columns_.back().rank = kBarRank;
  }

  void AppendRemarks(std::string& out) const {
    if (!left_out_text_.empty()) AppendWrapped(left_out_text_, Style::kDim, screen_, out);
    if (report_.rows.empty() && report_.folded.empty()) {
      AppendWrapped("no rows", Style::kDim, screen_, out);
    }
    for (const ReportColumn& column : report_.columns) {
      if (!column.not_available) continue;
      AppendWrapped(fmt::format("{}: not available in the {} view", column.name, report_.view),
                    Style::kDim, screen_, out);
    }
    if (!report_.folded.empty()) AppendWrapped(report_.folded, Style::kDim, screen_, out);
    if (report_.hidden_rows > 0) {
      AppendWrapped(
          fmt::format("{} and {} row{}: {}", Ellipsis(screen_.unicode), report_.hidden_rows,
                      report_.hidden_rows == 1 ? "" : "s", report_.hidden_reason),
          Style::kDim, screen_, out);
    }
    if (report_.values_are.empty() || report_.rows.empty()) return;
    // Only this format adds shares to a tree. A mean over the steps that an op ran in may make the
    // root's total more than a step takes.
    const bool adds_shares = report_.shape == Shape::kTree && key_ != nullptr;
    AppendWrapped(report_.values_are + (adds_shares ? "; shares are of the root's total" : ""),
                  Style::kDim, screen_, out);
  }

  const Report& report_;
  const Screen& screen_;
  const TreeLines lines_;
  const ReportColumn* key_ = nullptr;
  const bool selects_;
  bool has_bar_ = false;
  std::vector<const ReportColumn*> left_out_;
  std::string left_out_text_;
  std::vector<GridColumn> columns_;
};

}  // namespace

size_t LeastNameWidth(const Screen& screen) { return std::max(kLeastName, screen.width * 2 / 5); }

void AppendPrettyTable(const Report& report, const RenderContext& context, const Screen& screen,
                       std::string& out) {
  PrettyTable(report, context, screen).Append(out);
}

}  // namespace profiler
