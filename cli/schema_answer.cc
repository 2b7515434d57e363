#include "cli/schema_answer.h"

#include "profiler/catalog/schema.h"
#include "profiler/catalog/schema_options.h"
#include "profiler/catalog/schema_tables.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/sql/table_schema.h"

namespace profiler {

absl::StatusOr<Report> AnswerSchema(const Command& command) {
  const Options& options = command.options;
  // Some tables have the name of a view, which is meant without -tables.
  const bool is_table = options.tables || FindCommand(command.topic) == nullptr;
  if (is_table && !command.topic.empty()) return TableSchemaReport(command.topic, options.query);
  if (options.tables) return SchemaTablesReport(options.query);
  if (options.options) return SchemaOptionsReport(AllCommands(), options.query);
  return SchemaReport(AllCommands(), command.topic, options.query);
}

}  // namespace profiler
