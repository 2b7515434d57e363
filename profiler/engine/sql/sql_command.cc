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
#include "profiler/engine/files/small_file.h"
#include "profiler/engine/sql/views_in_sql.h"
#include "profiler/sql/answer.h"
#include "profiler/sql/functions/functions.h"
#include "profiler/sql/query_text.h"

namespace profiler {
namespace {

absl::StatusOr<std::string> QueryText(const SqlOptions& options) {
  if (options.file.empty()) return options.text;
  return ReadSmallFile(options.file, "the query", ": -query_file holds one query");
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
          "base.ops and so on, its views base.op() and so on; of several profiles each has its "
          "own, "
          "as p1.ops and p2.op(). A query only reads. docs/sql.md has thirty questions with their "
          "queries.",
      .run = nullptr,
      .rows = RowKind::kOther,
      .columns = [] { return std::vector<ReportColumn>(); },
      .shape = Shape::kTable,
      .parts = FunctionsOfSql,
      .obeys = OptionUse::kWindow | OptionUse::kBase | OptionUse::kSql,
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
                                 const Query& query, const CompareOptions& /*compare*/,
                                 RunContext& context) {
  PROFILER_RETURN_IF_ERROR(CheckSql(query));
  sql::Question question;
  PROFILER_ASSIGN_OR_RETURN(question.text, QueryText(query.sql));
  std::deque<ViewsInSql> views;
  for (size_t i = 0; i < of.size(); ++i) {
    // Without a base, the profile itself stands in its place before the parts.
    const bool is_place_holder = i == 1 && &of[1]->profile() == &of[0]->profile();
    if (is_place_holder) continue;
    const std::string name = i == 0 ? "main" : i == 1 ? "base" : fmt::format("p{}", i - 1);
    views.emplace_back(answerer, *of[i], query);
    question.schemas.push_back({name, &of[i]->profile(), &views.back()});
  }
  return sql::Answer(question, context);
}

}  // namespace profiler
