#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "profiler/base/input_shape_use.h"
#include "profiler/render/folded.h"
#include "profiler/render/render.h"
#include "profiler/render/row_parts.h"
#include "profiler/render/tensor_text.h"
#include "profiler/render/text/text_findings.h"
#include "profiler/render/text/text_table.h"
#include "profiler/report/format_value.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// tfprof's message.
constexpr char kMissesStream[] =
    "\n\nFound accelerator operation but misses accelerator stream stats!\n\n"
    "It's likely a gpu tracing issue rather than tf-profiler issue.\n"
    "If you found your operation missing accelerator time, consider to post to "
    "discuss@tensorflow.org!\n\n";

void AppendDoc(const Report& report, std::string& out) {
  fmt::format_to(std::back_inserter(out), "\nDoc:\n{}\n{}\n\nProfile:\n", report.description,
                 fmt::join(report.doc, "\n"));
}

// The unit or word after a number in tfprof's trees and ranks.
struct Suffix {
  Measure measure;
  std::string_view in_tree, in_rank;
};
constexpr Suffix kSuffixes[] = {{Measure::kParams, " params", " params"},
                                {Measure::kFloatOps, " flops", " float_ops"}};

std::string_view SuffixOf(const ReportColumn& column, Shape shape) {
  for (const Suffix& suffix : kSuffixes) {
    if (column.measure == suffix.measure) {
      return shape == Shape::kTree ? suffix.in_tree : suffix.in_rank;
    }
  }
  return "";
}

bool CountsRuns(const ReportColumn& column) {
  return column.measure == Measure::kOccurrence && column.type == ColumnType::kNumber &&
         column.role != ColumnRole::kDefinedCount;
}

void AppendLegend(const Report& report, std::string& out) {
  out += "node name | ";
  bool first = true;
  for (const ReportColumn& column : report.columns) {
    if (column.title.empty()) continue;
    if (!first) out += " | ";
    out += column.title;
    first = false;
  }
  out += '\n';
}

// The text of a word or of a real number, such as a ratio.
std::string PlainCell(const ReportColumn& column, size_t row) {
  if (column.type == ColumnType::kText) {
    return column.words[row].empty() ? "-" : column.words[row];
  }
  if (std::isnan(column.reals[row])) return "-";
  return column.unit == Unit::kNone ? fmt::format("{:.3g}", column.reals[row])
                                    : ScaledText(column.reals[row], column.unit);
}

class TreeText {
 public:
  explicit TreeText(const Report& report) : report_(report) {
    for (const ReportColumn& column : report.columns) cells_.push_back(CellOf(column));
  }

  void AppendRows(size_t first, size_t last, std::string& out) {
    out.reserve(out.size() + SizeOfRows(first, last));
    for (size_t row = first; row < last; ++row) AppendRow(row, out);
  }

  // An estimate of the length of the rows' text.
  size_t SizeOfRows(size_t first, size_t last) const {
    constexpr size_t kCell = 24;
    size_t size = (last - first) * (4 + kCell * cells_.size());
    for (size_t row = first; row < last; ++row) {
      size += 2 * static_cast<size_t>(report_.rows[row].depth) + report_.rows[row].name.size();
    }
    return size;
  }

 private:
  enum class Cell : uint8_t {
    kNone,
    kShape,
    kTensor,
    kNotAvailable,
    kRuns,
    kSeries,
    kList,
    kPlain,
    kPair
  };

  void AppendRow(size_t row, std::string& out) {
    out.append(2 * static_cast<size_t>(report_.rows[row].depth), ' ');
    out += report_.rows[row].name;
    out += " (";
    is_first_ = true;
    // A variable's shape precedes its parameters.
    for (size_t c = 0; c < cells_.size(); ++c) {
      const ReportColumn& column = report_.columns[c];
      if (cells_[c] != Cell::kShape || column.texts[row].empty()) continue;
      Begin(out);
      AppendJoined(column.texts[row], 'x', out);
    }
    for (size_t c = 0; c < cells_.size(); ++c) AddCell(c, row, out);
    out += ")\n";
    for (size_t c = 0; c < cells_.size(); ++c) {
      const ReportColumn& column = report_.columns[c];
      if (cells_[c] == Cell::kTensor && column.tensors[row].has_value()) {
        out += FormatTensor(*column.tensors[row]).text;
      }
    }
  }

  static Cell CellOf(const ReportColumn& column) {
    if (column.role == ColumnRole::kShape) return Cell::kShape;
    if (column.role == ColumnRole::kDefinedCount) return Cell::kNone;  // printed with the runs
    if (column.type == ColumnType::kTensor) return Cell::kTensor;
    if (column.not_available) return Cell::kNotAvailable;
    if (CountsRuns(column)) return Cell::kRuns;
    if (column.type == ColumnType::kSeries) return Cell::kSeries;
    if (column.type == ColumnType::kReal || column.type == ColumnType::kText) return Cell::kPlain;
    return column.type == ColumnType::kList ? Cell::kList : Cell::kPair;
  }

  void Begin(std::string& out) {
    if (!is_first_) out += ", ";
    is_first_ = false;
  }
  static void AppendJoined(const std::vector<std::string>& texts, char separator,
                           std::string& out) {
    for (size_t i = 0; i < texts.size(); ++i) {
      if (i > 0) out += separator;
      out += texts[i];
    }
  }
  char* Put(Value value, Unit unit, char* at) const {
    return PutValue(value == kAbsent && report_.absent_as_zero ? 0 : value, unit, at);
  }
  // Appends the row's own value and total as "own/total".
  void AppendPair(const ReportColumn& column, Unit unit, size_t row, std::string& out) const {
    std::array<char, 2 * kMostValueText + 1> pair;
    char* at = pair.data();
    if (report_.rows[row].accounted) {
      at = Put(column.own[row], unit, at);
    } else {
      *at++ = '-';
      *at++ = '-';
    }
    *at++ = '/';
    out.append(pair.data(), Put(column.total[row], unit, at));
  }

  void AddCell(size_t c, size_t row, std::string& out) {
    const ReportColumn& column = report_.columns[c];
    switch (cells_[c]) {
      case Cell::kNone:
      case Cell::kShape:
      case Cell::kTensor:  // tensors are printed below the row
        return;
      case Cell::kNotAvailable:
        Begin(out);
        out.append(SelectName(column)).append(" N/A in ").append(report_.view);
        out += " view";
        return;
      case Cell::kRuns:
        Begin(out);
        AppendPair(column, Unit::kCount, row, out);
        out += '|';
        AppendPair(report_.columns[c + 1], Unit::kCount, row, out);
        return;
      case Cell::kSeries:
        Begin(out);
        out += '[';
        out += SeriesCell(column, row);
        out += ']';
        return;
      case Cell::kList:
        if (column.role == ColumnRole::kDevices && column.texts[row].empty()) return;
        Begin(out);
        AppendJoined(column.texts[row], '|', out);
        return;
      case Cell::kPlain:
        Begin(out);
        out += PlainCell(column, row);
        return;
      case Cell::kPair:
        Begin(out);
        AppendPair(column, column.unit, row, out);
        out += SuffixOf(column, Shape::kTree);
        return;
    }
  }

  const Report& report_;
  std::vector<Cell> cells_;  // by column
  bool is_first_ = true;     // the row's brackets are still empty
};

class RankedText {
 public:
  explicit RankedText(const Report& report) : report_(report) {}

  void AppendRow(size_t row, std::string& out) {
    fmt::format_to(std::back_inserter(out), "{:<25}", report_.rows[row].name);
    cells_.clear();
    const ReportColumn* shapes = nullptr;
    for (size_t c = 0; c < report_.columns.size(); ++c) {
      const ReportColumn& column = report_.columns[c];
      if (column.type == ColumnType::kInputShapeUses) {
        shapes = &column;
      } else {
        AddCell(c, row);
      }
    }
    fmt::format_to(std::back_inserter(out), "{}\n", fmt::join(cells_, ", "));
    if (shapes != nullptr && !shapes->uses[row].empty()) AppendUses(shapes->uses[row], out);
  }

  // tfprof's output for a profile without any op: a root of zeros.
  void AppendEmptyRoot(std::string& out) {
    fmt::format_to(std::back_inserter(out), "{:<25}", "_TFProfRoot");
    cells_.clear();
    for (const ReportColumn& column : report_.columns) {
      if (CountsRuns(column)) {
        cells_.push_back(fmt::format("{:>10}", "0|0"));
      } else if (column.type == ColumnType::kNumber && column.role != ColumnRole::kDefinedCount) {
        cells_.push_back(Number(column, 0, 0, 0));
      } else if (column.type == ColumnType::kList) {
        cells_.emplace_back();
      }
    }
    fmt::format_to(std::back_inserter(out), "{}\n", fmt::join(cells_, ", "));
  }

 private:
  std::string Number(const ReportColumn& column, Value own, double share_total, double share) {
    std::string value =
        FormatValue(own == kAbsent && report_.absent_as_zero ? 0 : own, column.unit);
    value += SuffixOf(column, Shape::kRanked);
    return fmt::format("{:>30}",
                       fmt::format("{} ({}, {})", value, Percent(share_total), Percent(share)));
  }

  std::string Percent(double share) const {
    if (!std::isfinite(share)) return report_.absent_as_zero ? "0.00%" : "-";
    return fmt::format("{:.2f}%", 100 * share);
  }

  void AddCell(size_t c, size_t row) {
    const ReportColumn& column = report_.columns[c];
    if (column.role == ColumnRole::kDefinedCount) return;
    if (CountsRuns(column)) {
      const Value runs = column.own[row];
      const std::string text = runs == kAbsent && !report_.absent_as_zero
                                   ? "-"
                                   : fmt::format("{}", runs == kAbsent ? 0 : runs);
      cells_.push_back(
          fmt::format("{:>10}", fmt::format("{}|{}", text, report_.columns[c + 1].own[row])));
    } else if (column.type == ColumnType::kSeries) {
      cells_.push_back(fmt::format("[{}]", SeriesCell(column, row)));
    } else if (column.type == ColumnType::kList) {
      cells_.push_back(fmt::format("{}", fmt::join(column.texts[row], "|")));
    } else {
      cells_.push_back(Number(column, column.own[row], column.share_total[row], column.share[row]));
    }
  }

  void AppendUses(const std::vector<InputShapeUse>& uses, std::string& out) {
    for (const InputShapeUse& use : uses) {
      fmt::format_to(
          std::back_inserter(out), "\ninput_type: {}\t(run*{}|defined*{})\texec_time: {}",
          fmt::join(use.shapes, ",\t"), use.runs == kAbsent ? 0 : use.runs, use.defined,
          FormatValue(use.time == kAbsent && report_.absent_as_zero ? 0 : use.time, Unit::kMicros));
    }
    out += "\n\n";
  }

  const Report& report_;
  std::vector<std::string> cells_;
};

void AppendValuesAre(const Report& table, const RenderContext& context, std::string& out) {
  if (!context.says_values || table.values_are.empty() || table.rows.empty()) return;
  fmt::format_to(std::back_inserter(out), "({})\n", table.values_are);
}

// With a line in place of the rows that forms for people fold.
void AppendFoldedTable(const Report& table, const RenderContext& context, std::string& out) {
  if (!table.folded.empty()) {
    const Report shown = WithoutFolded(table);
    if (!shown.rows.empty()) AppendTextTable(shown, out);
    out += table.folded + '\n';
  } else if (const std::optional<FoldedZeros> folded = FoldZeros(table)) {
    AppendTextTable(folded->table, out);
    out += folded->line + '\n';
  } else {
    AppendTextTable(table, out);
  }
  AppendValuesAre(table, context, out);
}

std::string RenderSections(const Report& report, const RenderContext& context) {
  std::string out;
  for (const std::string& sentence : report.summary) out += sentence + '\n';
  if (HasOwnTable(report)) AppendFoldedTable(report, context, out);
  const BareSections bare(report);
  for (const Report& section : report.sections) {
    if (section.shape == Shape::kFindings) {
      if (!bare.Folds(section)) AppendTextFindings(section, out);
      continue;
    }
    if (!out.empty()) out += '\n';
    out += section.title + '\n';
    AppendFoldedTable(section, context, out);
  }
  if (!bare.empty()) out += fmt::format("\n{}\n", fmt::join(bare.lines(), "\n"));
  return out;
}

std::string RenderText(const Report& report, const RenderContext& context) {
  std::string out;
  if (!report.sections.empty()) return RenderSections(report, context);
  if (report.shape == Shape::kTable) {
    for (const std::string& sentence : report.summary) out += sentence + '\n';
    AppendFoldedTable(report, context, out);
    return out;
  }
  if (report.misses_accelerator_stream && report.absent_as_zero) out += kMissesStream;
  AppendDoc(report, out);
  if (report.shape == Shape::kTree) {
    AppendLegend(report, out);
    AppendRowParts(
        report.rows.size(), context,
        [&](size_t first, size_t last, std::string& part) {
          TreeText(report).AppendRows(first, last, part);
        },
        out);
    if (!report.absent_as_zero) AppendValuesAre(report, context, out);
    return out;
  }
  RankedText text(report);
  if (report.no_ops) {
    text.AppendEmptyRoot(out);
    return out;
  }
  AppendLegend(report, out);
  for (size_t row = 0; row < report.rows.size(); ++row) text.AppendRow(row, out);
  if (!report.absent_as_zero) AppendValuesAre(report, context, out);
  return out;
}

std::string RenderTextFiles(const FilesReport& report, const RenderContext&) {
  return report.banner + '\n';
}

}  // namespace

// The format of tfprof's text. It is equal byte for byte wherever tfprof can show the answer.
extern const Renderer kTextRenderer = {
    .name = "text",
    .render = RenderText,
    .render_files = RenderTextFiles,
    .leaves_out_folded = true,
};

}  // namespace profiler
