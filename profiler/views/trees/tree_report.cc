#include "profiler/views/trees/tree_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/views/trees/statistic_columns.h"
#include "profiler/views/trees/where_rows.h"

namespace profiler {
namespace {

template <typename Number>
void FillNumbers(const TreeInput& input, const TreeOutput& output, const std::vector<Number>& own,
                 const std::vector<Number>& total, ReportColumn& column) {
  column.own.reserve(output.rows.size());
  column.total.reserve(output.rows.size());
  for (const TreeOutput::Shown& row : output.rows) {
    const bool accounted = row.node != 0 && input.accounted[row.node];
    column.own.push_back(accounted ? own[row.node] : kAbsent);
    column.total.push_back(total[row.node]);
  }
  column.grand_total = column.total.front();
}

// Moves the series out of `output`.
void FillColumn(const TreeInput& input, TreeOutput& output, const TreeTexts& texts,
                ReportColumn& column) {
  if (column.not_available || column.type == ColumnType::kTensor) return;
  if (column.type == ColumnType::kSeries) {
    column.series = std::move(output.series[static_cast<size_t>(*column.measure)]);
    for (std::vector<double>& series : column.series) ScaleSeries(column.unit, series);
    return;
  }
  if (column.type == ColumnType::kList) {
    column.texts.reserve(output.rows.size());
    for (const TreeOutput::Shown& row : output.rows) {
      column.texts.push_back(texts.list(row.node, column));
    }
    return;
  }
  if (column.role == ColumnRole::kDefinedCount) {
    FillNumbers(input, output, input.own.defined(), output.total.defined(), column);
  } else {
    FillNumbers(input, output, input.own.column(*column.measure),
                output.total.column(*column.measure), column);
  }
}

void FillRow(const TreeInput& input, const TreeOutput& output, const TreeTexts& texts,
             const TreeOutput::Shown& shown, Row& row) {
  row.name = RowName::Kept(input.skeleton->name[shown.node]);
  if (shown.node != 0 && texts.key) {
    row.key = texts.key(shown.node, output.rows[shown.parent].node);
  }
  row.depth = shown.depth;
  row.parent = shown.parent;
  row.accounted = shown.node != 0 && input.accounted[shown.node];
}

void FillRows(const TreeInput& input, TreeOutput& output, const TreeTexts& texts, size_t threads,
              Report& report) {
  const size_t rows = output.rows.size();
  ForEachIndex(rows, threads, [&](size_t row) {
    FillRow(input, output, texts, output.rows[row], report.rows[row]);
  });
  InParallel(report.columns.size(), ThreadsFor(rows, threads),
             [&](size_t c) { FillColumn(input, output, texts, report.columns[c]); });
}

// Fails if names and indents need too much memory. E.g. a name with a million scopes makes a
// million rows, each with a very long name and indent.
absl::Status CheckTextFits(const TreeInput& input, const TreeOutput& output) {
  constexpr size_t kMostBytes = size_t{256} << 20, kMostOfARow = 1000, kIndent = 2;
  size_t bytes = 0;
  for (const TreeOutput::Shown& row : output.rows) {
    bytes += input.skeleton->name[row.node].size() + kIndent * static_cast<size_t>(row.depth);
  }
  if (bytes <= kMostBytes || bytes / kMostOfARow <= output.rows.size()) return absl::OkStatus();
  return absl::ResourceExhaustedError(fmt::format(
      "the {} rows are so deep that their names and indents alone have {} MB: show fewer "
      "with -max_depth, -top or the -min options",
      output.rows.size(), bytes / 1'000'000));
}

}  // namespace

std::function<bool(int32_t, int32_t, const Values&)> WhereOf(const Query& query,
                                                             const TreeInput& input,
                                                             const TreeTexts& texts,
                                                             ColumnOrder order) {
  if (query.where.all()) return nullptr;
  return [condition = RowCondition(query, Shape::kTree, order), &input, &texts](
             int32_t node, int32_t depth, const Values& total) {
    WhereRow row;
    row.name = input.skeleton->name[node];
    row.depth = depth;
    const Values own = input.own[node];
    row.own = input.accounted[node] ? &own : nullptr;
    row.total = &total;
    row.texts = [&](const ReportColumn& column) { return texts.list(node, column); };
    return condition.Holds(row);
  };
}

absl::Status FillTreeReport(const TreeInput& input, TreeOutput& output, const Query& query,
                            const TreeTexts& texts, ReportRows rows, size_t threads,
                            Report& report) {
  PROFILER_RETURN_IF_ERROR(CheckTextFits(input, output));
  report.rows.resize(output.rows.size());
  report.keeps = input.skeleton->made_names;
  if (rows == ReportRows::kFilled) FillRows(input, output, texts, threads, report);
  report.hidden_rows = output.hidden.count();
  if (report.hidden_rows > 0) {
    const bool only_shown = query.account_displayed_op_only && !input.ignores_displayed_only;
    report.hidden_reason =
        output.hidden.Reason(query) +
        (only_shown ? "; not in totals (-account_displayed_op_only)" : "; still in totals");
  }
  AddQuirkNotes(output.quirks, report);
  return absl::OkStatus();
}

Report StartReport(const Profile& profile, const Query& query, std::string view,
                   std::string description, ColumnOrder order) {
  Report report;
  report.view = std::move(view);
  report.description = std::move(description);
  report.columns = SelectedTreeColumns(query, order);
  report.values.basis = Basis::kOps;
  report.doc = DocOf(query);
  report.absent_as_zero = query.compat_tfprof;
  report.no_ops = profile.op_count() == 0;
  return report;
}

void AddQuirkNotes(const std::vector<Quirk>& quirks, Report& report) {
  for (Quirk quirk : quirks) {
    const QuirkInfo& info = Info(quirk);
    report.notes.push_back({std::string(info.id), Severity::kInfo,
                            fmt::format("as in tfprof, {}; -compat off changes that", info.text)});
  }
}

}  // namespace profiler
