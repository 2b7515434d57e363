#include "profiler/engine/sql/sql_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/compare/views/key_diff.h"
#include "profiler/engine/files/small_file.h"
#include "profiler/engine/sql/views_in_sql.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/report/row_filter.h"
#include "profiler/report/table.h"
#include "profiler/sql/answer.h"
#include "profiler/sql/functions/functions.h"
#include "profiler/sql/query_text.h"

namespace profiler {
namespace {

absl::StatusOr<std::string> QueryText(const SqlOptions& options) {
  if (options.file.empty()) return options.text;
  return ReadSmallFile(options.file, "the query", ": -query_file holds one query");
}

// Without a base, the profile itself stands in its place before the parts.
bool HasBase(const std::vector<const Selected*>& of) {
  return of.size() > 1 && &of[1]->profile() != &of[0]->profile();
}

// Fails if -where or -order_by names a column that the answer does not have.
absl::Status CheckShown(const Query& query, const std::vector<ReportColumn>& columns) {
  std::vector<WhereColumn> known;
  for (const FilterColumn& column : FilterColumns(Shape::kTable, columns)) {
    if (column.part == FilterColumn::Part::kCell) known.push_back(column.named);
  }
  if (!query.where.all()) PROFILER_RETURN_IF_ERROR(query.where.Check(known));
  // The default of the option, which may be given for trees.
  if (query.order_by.empty() || query.order_by.name == "name") return absl::OkStatus();
  std::vector<std::string_view> names;
  names.reserve(columns.size());
  for (const ReportColumn& column : columns) names.push_back(column.name);
  const bool is_known = std::find(names.begin(), names.end(), query.order_by.name) != names.end();
  return is_known ? absl::OkStatus() : NoChoice("order_by", query.order_by.name, names);
}

// Applies -where, -order_by and -top. The query itself says which columns are shown.
absl::Status Show(const Query& query, bool is_sorted, Report& report) {
  PROFILER_RETURN_IF_ERROR(CheckShown(query, report.columns));
  Query shown = query;
  shown.select.clear();
  if (is_sorted) shown.order_by = ColumnName();
  return FinishTable(shown, report);
}

// The query asked of the profile and of its base, each by itself, and compared.
absl::StatusOr<Report> CompareByKeys(Answerer& answerer, const std::vector<const Selected*>& of,
                                     const std::string& text, const Query& query,
                                     const CompareOptions& compare, RunContext& context) {
  if (!HasBase(of)) {
    return absl::InvalidArgumentError(
        "-key compares a profile with its base: name it, as in `profiler sql 'SELECT ...' NEW "
        "-base OLD -key name`");
  }
  const auto ask = [&](const Selected& one) {
    ViewsInSql views(answerer, one, query);
    return sql::Answer(
        {.text = text, .schemas = {{"main", &one.profile(), &views}}, .is_for_each = true},
        context);
  };
  PROFILER_ASSIGN_OR_RETURN(Report next, ask(*of[0]));
  absl::StatusOr<Report> base = ask(*of[1]);
  if (!base.ok()) {
    return absl::Status(base.status().code(), fmt::format("base: {}", Message(base.status())));
  }
  // Changes are sorted by their size; -where and -top apply to the sorted rows.
  Query order;
  order.order_by = query.order_by;
  order.select.clear();
  PROFILER_ASSIGN_OR_RETURN(Report report, DiffByKeys(*std::move(base), std::move(next),
                                                      query.sql.keys, order, compare, context));
  PROFILER_RETURN_IF_ERROR(Show(query, /*is_sorted=*/true, report));
  return report;
}

std::vector<HelpEntry> FunctionsOfSql() {
  std::vector<HelpEntry> entries;
  for (const sql::FunctionInfo& function : sql::AllFunctions()) {
    entries.push_back({std::string(function.call), std::string(function.sentence)});
  }
  std::vector<std::string_view> views;
  for (const sql::ViewTable& table : ViewTablesOfSql()) views.push_back(table.name);
  entries.push_back({"views as tables", fmt::format("{}", fmt::join(views, ", "))});
  return entries;
}

}  // namespace

View SqlCommand() {
  return {
      .name = "sql",
      .summary = "any question, as an SQL query over the profile's tables",
      .details =
          "`sql 'SELECT type, COUNT(*) FROM ops GROUP BY type'`, or `sql -query_file FILE`. "
          "`schema -tables` lists the tables and their columns: ids are row numbers that join, "
          "names are texts, times are whole ns, what was not recorded is null. A time `begin` has "
          "a hidden column `begin_ps` with exact picoseconds. Views are functions, as in `SELECT * "
          "FROM op('-order_by micros') WHERE micros > 100`. With -base the base's tables are "
          "base.ops and so on, its views base.op() and so on; with -key a,b the query is asked of "
          "both, and the numbers of rows with equal a and b are compared. Of several profiles each "
          "has its own tables, as p1.ops and p2.op(). A query only reads. docs/sql.md has thirty "
          "questions with their queries.",
      .run = nullptr,
      .rows = RowKind::kOther,
      .columns = [] { return std::vector<ReportColumn>(); },
      .shape = Shape::kTable,
      .parts = FunctionsOfSql,
      .obeys = OptionUse::kWindow | OptionUse::kBase | OptionUse::kSql | OptionUse::kKeys |
               OptionUse::kRows | OptionUse::kTop | OptionUse::kOrder,
  };
}

bool AsksForParts(const Query& query) {
  const absl::StatusOr<std::string> text = QueryText(query.sql);
  return text.ok() && sql::NamesPart(*text);
}

absl::Status CheckSql(const Query& query) {
  if (query.sql.text.empty() && query.sql.file.empty()) {
    return absl::InvalidArgumentError(
        "sql misses its query, as in `sql 'SELECT name, type FROM ops LIMIT 10'` or `sql "
        "-query_file FILE`");
  }
  if (query.sql.text.starts_with('-')) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is no query: it begins with SELECT, WITH or EXPLAIN; comments follow",
                    query.sql.text.substr(0, 20)));
  }
  if (!query.sql.text.empty() && !query.sql.file.empty()) {
    return absl::InvalidArgumentError("a query and -query_file: give one of them");
  }
  return absl::OkStatus();
}

absl::StatusOr<Report> AnswerSql(Answerer& answerer, const std::vector<const Selected*>& of,
                                 const Query& query, const CompareOptions& compare,
                                 RunContext& context) {
  PROFILER_RETURN_IF_ERROR(CheckSql(query));
  PROFILER_ASSIGN_OR_RETURN(const std::string text, QueryText(query.sql));
  if (!query.sql.keys.empty()) return CompareByKeys(answerer, of, text, query, compare, context);
  sql::Question question{.text = text, .schemas = {}};
  std::deque<ViewsInSql> views;
  for (size_t i = 0; i < of.size(); ++i) {
    if (i == 1 && !HasBase(of)) continue;
    const std::string name = i == 0 ? "main" : i == 1 ? "base" : fmt::format("p{}", i - 1);
    views.emplace_back(answerer, *of[i], query);
    question.schemas.push_back({name, &of[i]->profile(), &views.back()});
  }
  PROFILER_ASSIGN_OR_RETURN(Report report, sql::Answer(question, context));
  PROFILER_RETURN_IF_ERROR(Show(query, /*is_sorted=*/false, report));
  return report;
}

}  // namespace profiler
