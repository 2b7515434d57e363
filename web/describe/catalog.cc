#include "web/describe/catalog.h"

#include <string_view>
#include <vector>

#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/options.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/sql/names_of_sql.h"
#include "profiler/report/value_kinds.h"
#include "web/describe/json_text.h"

namespace profiler::web {
namespace {

// `type` and `unit` as in a Report's columns.
struct ShownColumn {
  std::string_view name, unit, type, description;
};

void AppendColumn(const ShownColumn& column, std::string& out) {
  out += '{';
  AppendTextMember("name", column.name, out);
  AppendName("unit", out);
  if (column.unit.empty()) {
    out += "null";
  } else {
    AppendJsonText(column.unit, out);
  }
  AppendTextMember("type", column.type, out);
  AppendTextMember("description", column.description, out);
  out += '}';
}

void AppendReportColumns(const Report& table, std::string& out) {
  std::vector<FlatColumn> columns = RowProperties(table);
  for (FlatColumn& column : FlatColumns(table)) columns.push_back(std::move(column));
  AppendListMember("columns", columns, out, [&](const FlatColumn& column) {
    AppendColumn({column.name, column.unit, column.type, column.description}, out);
  });
}

void AppendView(const View& view, std::string& out) {
  out += '{';
  AppendTextMember("name", view.name, out);
  AppendTextMember("summary", view.summary, out);
  AppendTextMember("details", view.details, out);
  std::vector<std::string_view> options;
  for (const OptionSpec& spec : AllOptions()) {
    if (spec.use != OptionUse::kEveryCommand && Obeys(view, nullptr, spec)) {
      options.push_back(spec.name);
    }
  }
  AppendListMember("options", options, out,
                   [&](std::string_view name) { AppendJsonText(name, out); });
  AppendListMember("by", view.by, out, [&](std::string_view by) { AppendJsonText(by, out); });
  Report own;
  own.shape = view.shape;
  own.description = view.details;
  if (view.columns != nullptr) own.columns = view.columns();
  if (own.columns.empty()) {
    AppendName("columns", out);
    out += "[]";
  } else {
    AppendReportColumns(own, out);
  }
  const std::vector<Report> sections =
      view.sections == nullptr ? std::vector<Report>() : view.sections();
  AppendListMember("sections", sections, out, [&](const Report& section) {
    Report empty = section;
    empty.rows.clear();
    out += '{';
    AppendTextMember("id", section.view, out);
    AppendTextMember("title", section.title, out);
    AppendReportColumns(empty, out);
    out += '}';
  });
  out += '}';
}

std::string_view TypeName(const OptionSpec& spec) {
  switch (spec.type) {
    case OptionType::kInteger:
      return "integer";
    case OptionType::kBool:
      return "boolean";
    case OptionType::kList:
      return "list";
    case OptionType::kText:
      return "text";
  }
  return "text";
}

void AppendOption(const OptionSpec& spec, std::string& out) {
  out += '{';
  AppendTextMember("name", spec.name, out);
  AppendTextMember("value", spec.value_name, out);
  AppendTextMember("type", TypeName(spec), out);
  AppendTextMember("default", spec.get(Options()), out);
  AppendListMember("choices", spec.choices, out,
                   [&](std::string_view choice) { AppendJsonText(choice, out); });
  AppendTextMember("description", spec.help, out);
  out += '}';
}

void AppendTable(const TableOfSql& table, std::string& out) {
  out += '{';
  AppendTextMember("name", table.name, out);
  AppendTextMember("description", table.sentence, out);
  AppendFlagMember("is_function", table.is_function, out);
  AppendListMember("columns", table.columns, out, [&](const sql::TableColumn& column) {
    AppendColumn({column.name, column.unit, SqlName(column.type), column.sentence}, out);
  });
  out += '}';
}

bool IsForCommands(const OptionSpec& spec) {
  return spec.group == OptionGroup::kFilter || spec.group == OptionGroup::kReport;
}

std::string MakeCatalog() {
  std::vector<const OptionSpec*> options;
  for (const OptionSpec& spec : AllOptions()) {
    if (IsForCommands(spec)) options.push_back(&spec);
  }
  std::string out = "{";
  AppendListMember("views", AllCommands(), out, [&](const View& view) { AppendView(view, out); });
  AppendListMember("options", options, out,
                   [&](const OptionSpec* spec) { AppendOption(*spec, out); });
  AppendListMember("tables", TablesOfSql(), out,
                   [&](const TableOfSql& table) { AppendTable(table, out); });
  return out + "}\n";
}

}  // namespace

const std::string& CatalogJson() {
  static const std::string& json = *new std::string(MakeCatalog());
  return json;
}

}  // namespace profiler::web
