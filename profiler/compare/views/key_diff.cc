#include "profiler/compare/views/key_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/compare/samples/row_ids.h"
#include "profiler/compare/views/compared_table.h"
#include "profiler/report/compared/compared_columns.h"
#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

// What no text of a query is.
constexpr std::string_view kNullKey = std::string_view("\0null", 5);

std::string CellText(const ReportColumn& column, size_t row) {
  switch (column.type) {
    case ColumnType::kNumber:
      return column.own[row] == kAbsent ? std::string(kNullKey)
                                        : fmt::format("{}", static_cast<int64_t>(column.own[row]));
    case ColumnType::kReal:
      return std::isnan(column.reals[row]) ? std::string(kNullKey)
                                           : fmt::format("{}", column.reals[row]);
    default: {
      const std::string& text = column.words[row];
      return text.empty() && !column.keeps_empty ? std::string(kNullKey) : text;
    }
  }
}

void BecomeReal(ReportColumn& column) {
  column.type = ColumnType::kReal;
  for (const Value value : column.own) {
    column.reals.push_back(value == kAbsent ? kAbsentReal : static_cast<double>(value));
  }
  column.own.clear();
}

void BecomeText(size_t rows, ReportColumn& column) {
  std::vector<std::string> words(rows);
  for (size_t row = 0; row < rows; ++row) {
    std::string text = CellText(column, row);
    if (text != kNullKey) words[row] = std::move(text);
  }
  column.type = ColumnType::kText;
  column.own.clear();
  column.reals.clear();
  column.words = std::move(words);
}

// A query's column has the type of its values, so it may have another one in the other profile.
void TakeOneType(Report& base, Report& next) {
  for (ReportColumn& column : next.columns) {
    for (ReportColumn& other : base.columns) {
      if (other.name != column.name || other.type == column.type) continue;
      const bool has_text = column.type == ColumnType::kText || other.type == ColumnType::kText;
      for (auto& [one, report] : {std::pair(&column, &next), std::pair(&other, &base)}) {
        if (has_text && one->type != ColumnType::kText) BecomeText(report->rows.size(), *one);
        if (!has_text && one->type != ColumnType::kReal) BecomeReal(*one);
      }
    }
  }
}

absl::StatusOr<std::vector<size_t>> KeyColumns(const Report& report,
                                               const std::vector<std::string>& keys) {
  std::vector<size_t> found;
  for (const std::string& key : keys) {
    const auto at = std::find_if(report.columns.begin(), report.columns.end(),
                                 [&](const ReportColumn& column) { return column.name == key; });
    if (at == report.columns.end()) {
      std::vector<std::string_view> names;
      for (const ReportColumn& column : report.columns) names.push_back(column.name);
      return absl::InvalidArgumentError(
          fmt::format("-key: the query has no column '{}'{} (columns: {})", key,
                      DidYouMean(key, names), fmt::join(names, ", ")));
    }
    found.push_back(static_cast<size_t>(at - report.columns.begin()));
  }
  return found;
}

absl::Status NotUnique(const Report& report, const std::vector<size_t>& keys, size_t row,
                       std::string_view profile) {
  std::vector<std::string> values;
  for (const size_t key : keys) {
    const std::string text = CellText(report.columns[key], row);
    values.push_back(fmt::format("{} {}", report.columns[key].name,
                                 text == kNullKey ? "null" : fmt::format("'{}'", text)));
  }
  return absl::InvalidArgumentError(
      fmt::format("-key: several rows of the {} have {}: name more columns, or GROUP BY the key",
                  profile, fmt::join(values, " and ")));
}

// Gives rows the key, and says which columns are measured.
absl::Status SetKeys(const std::vector<std::string>& names, std::string_view profile,
                     Report& report) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<size_t> keys, KeyColumns(report, names));
  for (ReportColumn& column : report.columns) {
    column.is_measured = column.type == ColumnType::kNumber || column.type == ColumnType::kReal;
  }
  for (const size_t key : keys) report.columns[key].is_measured = false;
  absl::flat_hash_set<RowId> seen;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    RowId id;
    for (const size_t key : keys) {
      std::string text = CellText(report.columns[key], row);
      id = id.Below(text);
      report.rows[row].key.push_back(std::move(text));
    }
    if (!seen.insert(id).second) return NotUnique(report, keys, row, profile);
  }
  return absl::OkStatus();
}

// Fails if there is nothing to compare, or if a name that the query gives is one of the comparison.
absl::Status CheckCompared(const std::vector<ReportColumn>& columns) {
  if (std::none_of(columns.begin(), columns.end(), IsMeasured)) {
    return absl::InvalidArgumentError(
        "-key: the query has no column of numbers beside the key to compare: add one, as "
        "COUNT(*) AS n");
  }
  absl::flat_hash_set<std::string> seen;
  for (const ReportColumn& column : ComparedHeaders(Shape::kTable, columns)) {
    if (seen.insert(column.name).second) continue;
    return absl::InvalidArgumentError(
        fmt::format("-key: the comparison has a column '{0}' of its own: give the query's another "
                    "name, as `{0} AS other`",
                    column.name));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Report> DiffByKeys(Report base, Report next, const std::vector<std::string>& keys,
                                  const Query& query, const CompareOptions& compare,
                                  const RunContext& context) {
  TakeOneType(base, next);
  PROFILER_RETURN_IF_ERROR(SetKeys(keys, "profile", next));
  PROFILER_RETURN_IF_ERROR(SetKeys(keys, "base", base));
  PROFILER_RETURN_IF_ERROR(CheckCompared(next.columns));
  PROFILER_RETURN_IF_ERROR(context.Check());
  CompareOptions by_key = compare;
  by_key.pairs_renamed = false;
  PROFILER_ASSIGN_OR_RETURN(
      ComparedReport compared,
      CompareTables({base, next}, /*comparison=*/nullptr, query, by_key, context));
  compared.report.notes.push_back(
      {"compared_by_value", Severity::kInfo,
       fmt::format("A query has no values per step, so there is no p: rows whose values differ "
                   "by more than {} are unclear",
                   compare.tolerance_text)});
  return std::move(compared.report);
}

}  // namespace profiler
