#include "profiler/render/text/text_rank.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "profiler/base/input_shape_use.h"
#include "profiler/render/text/measure_text.h"
#include "profiler/render/text/text_table.h"
#include "profiler/report/format_value.h"

namespace profiler {
namespace {

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

}  // namespace

void AppendTextRank(const Report& report, std::string& out) {
  RankedText text(report);
  for (size_t row = 0; row < report.rows.size(); ++row) text.AppendRow(row, out);
}

void AppendTextRankOfNoOps(const Report& report, std::string& out) {
  RankedText(report).AppendEmptyRoot(out);
}

}  // namespace profiler
