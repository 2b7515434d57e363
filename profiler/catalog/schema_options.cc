#include "profiler/catalog/schema_options.h"

#include <string>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/options.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

struct OptionRow {
  const OptionSpec& spec;
  std::vector<std::string> commands, accepted_by, outputs;
};

std::string_view WhereGiven(OptionGroup group) {
  switch (group) {
    case OptionGroup::kFilter:
    case OptionGroup::kReport:
      return "commands";
    case OptionGroup::kInput:
      return "the command line and open";
    case OptionGroup::kProgram:
      return "the command line";
  }
  return "";
}

bool IsForCommands(const OptionSpec& spec) {
  return spec.group == OptionGroup::kFilter || spec.group == OptionGroup::kReport ||
         spec.use != OptionUse::kEveryCommand;
}

const std::vector<ColumnOf<OptionRow>>& OptionColumns() {
  using C = ColumnOf<OptionRow>;
  using Row = const OptionRow&;
  static const std::vector<C> kColumns = {
      C::Text("value", "value", "the form of its value",
              [](Row row) { return row.spec.value_name; }),
      C::Text("default", "default", "the value without it",
              [](Row row) { return row.spec.get(Options()); }),
      C::Text("given", "given", "where it is given: to commands, to the program, or to both",
              [](Row row) { return WhereGiven(row.spec.group); }),
      C::List("commands", "commands", "the commands that obey it", &OptionRow::commands),
      C::List("accepted_by", "accepted by",
              "the commands that accept it without an effect, because tfprof's commands do",
              &OptionRow::accepted_by),
      C::List("outputs", "outputs", "the kinds of -output that obey it", &OptionRow::outputs),
      C::Text("description", "what it means", "what it means",
              [](Row row) { return row.spec.help; }),
  };
  return kColumns;
}

OptionRow RowOf(const OptionSpec& spec, const std::vector<View>& commands) {
  OptionRow row{spec, {}, {}, {}};
  if (!IsForCommands(spec)) return row;
  for (const View& command : commands) {
    if (Obeys(command, nullptr, spec)) {
      row.commands.emplace_back(command.name);
    } else if (Accepts(command, nullptr, spec)) {
      row.accepted_by.emplace_back(command.name);
    }
  }
  for (const Exporter& exporter : AllExporters()) {
    const bool obeys = spec.use == OptionUse::kEveryCommand || exporter.obeys.Has(spec.use);
    if (obeys) row.outputs.emplace_back(exporter.name);
  }
  return row;
}

}  // namespace

absl::StatusOr<Report> SchemaOptionsReport(const std::vector<View>& commands, const Query& query) {
  Report report = StartTable("schema", "Options", "the option", Headers(OptionColumns()));
  for (const OptionSpec& spec : AllOptions()) {
    AppendRow(OptionColumns(), spec.name, RowOf(spec, commands), report);
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
