#include "profiler/engine/sql/views_in_sql.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/views.h"
#include "profiler/engine/view_options.h"
#include "profiler/sql/report_cells.h"
#include "profiler/store/schema/describe.h"
#include "profiler/views/notes/place_notes.h"

namespace profiler {
namespace {

bool IsTable(std::string_view name) {
  return std::any_of(AllTables().begin(), AllTables().end(),
                     [&](const TableInfo& table) { return table.name == name; });
}

sql::ViewTable TableOf(const View& view, const Report* section) {
  sql::ViewTable table = {
      std::string(view.name), std::string(view.name), "", std::string(view.summary), {}};
  Report empty;
  if (section != nullptr) {
    table.section = section->view;
    table.name += '_' + section->view;
    table.sentence = section->title;
    empty = *section;
    empty.rows.clear();
  } else {
    empty.shape = view.shape;
    empty.columns = view.columns();
    empty.description = view.details;
  }
  if (IsTable(table.name)) table.name += "_view";
  table.columns = sql::ColumnsOf(empty);
  return table;
}

std::vector<sql::ViewTable> MakeViewTables() {
  std::vector<sql::ViewTable> tables;
  for (const View& view : AllViews()) {
    if (view.columns != nullptr) tables.push_back(TableOf(view, nullptr));
    if (view.sections == nullptr) continue;
    for (const Report& section : view.sections()) {
      // The first section of some views is their own table.
      const bool is_own = section.view.empty() || section.view == view.name;
      if (is_own && view.columns != nullptr) continue;
      tables.push_back(TableOf(view, &section));
    }
  }
  return tables;
}

// Words are separated by blanks, which double quotes protect, as at the prompt.
std::vector<std::string> SplitOptions(std::string_view text) {
  std::vector<std::string> words;
  bool is_word = false, is_quoted = false;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (is_blank && !is_quoted) {
      is_word = false;
      continue;
    }
    if (!is_word) words.emplace_back();
    is_word = true;
    if (c == '"') {
      is_quoted = !is_quoted;
    } else {
      words.back() += c;
    }
  }
  return words;
}

// Trees and ranks show the columns that are selected only.
void SelectNeeded(const View& view, const sql::ViewTable& table, const std::vector<size_t>& columns,
                  Query& query) {
  if (view.columns == nullptr || view.shape == Shape::kTable) return;
  std::vector<ColumnName> select;
  const std::vector<ReportColumn> headers = view.columns();
  for (const size_t number : columns) {
    if (number >= table.columns.size()) continue;
    const std::string& name = table.columns[number].name;
    for (const ReportColumn& header : headers) {
      const auto is_of = [&](ValueKind kind) { return NameOf(kind, header.name) == name; };
      const std::vector<ValueKind> kinds = ValueKinds(view.shape, header);
      if (std::any_of(kinds.begin(), kinds.end(), is_of)) select.emplace_back(SelectName(header));
    }
  }
  if (!select.empty()) query.select = std::move(select);
}

const Report* SectionOf(const Report& report, std::string_view name) {
  for (const Report& section : report.sections) {
    if (section.view == name) return &section;
  }
  return nullptr;
}

}  // namespace

const std::vector<sql::ViewTable>& ViewTablesOfSql() {
  static const std::vector<sql::ViewTable>& tables =
      *new std::vector<sql::ViewTable>(MakeViewTables());
  return tables;
}

absl::StatusOr<Report> ViewsInSql::Ask(const sql::ViewTable& table, std::string_view options,
                                       const std::vector<size_t>& columns, RunContext& context) {
  const View* const view = FindView(table.view);
  if (view == nullptr) return absl::InternalError(fmt::format("no view '{}'", table.view));
  static constexpr AskedBy kQuery = {
      "a view", "may stand in its parentheses",
      "the query selects the columns, as in SELECT name, micros FROM op()"};
  Options of_view;
  of_view.query = AllRowsOf(*view, query_);
  SelectNeeded(*view, table, columns, of_view.query);
  const auto failed = [&](const absl::Status& status) {
    return absl::Status(status.code(),
                        fmt::format("{}('{}'): {}", table.name, options, Message(status)));
  };
  absl::Status status = ApplyViewOptions(*view, SplitOptions(options), kQuery, of_view);
  if (status.ok()) status = CheckQuery(view, of_view.query);
  if (!status.ok()) return failed(status);
  if (!TakesBy(*view, of_view.query.by)) {
    return failed(absl::InvalidArgumentError(WhyByRefused(*view, of_view.query.by, AllViews())));
  }
  const Selected selected(selected_.profile(), of_view.query.selection);
  absl::StatusOr<Report> report = answerer_.Ask(view->name, selected, of_view.query, context);
  if (!report.ok()) return failed(report.status());
  AddPlaceNotes(selected, *report);
  if (table.section.empty()) return report;
  const Report* const section = SectionOf(*report, table.section);
  Report found;
  if (section != nullptr) found = *section;  // what the profile does not hold is left out
  found.keeps = report->keeps;
  found.notes.insert(found.notes.end(), report->notes.begin(), report->notes.end());
  return found;
}

}  // namespace profiler
