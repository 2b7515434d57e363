#include "cli/schema_answer.h"

#include "profiler/catalog/schema.h"
#include "profiler/catalog/schema_options.h"
#include "profiler/catalog/schema_tables.h"
#include "profiler/engine/commands.h"

namespace profiler {

absl::StatusOr<Report> AnswerSchema(const Command& command) {
  const Options& options = command.options;
  if (options.tables) return SchemaTablesReport(options.query);
  if (options.options) return SchemaOptionsReport(AllCommands(), options.query);
  return SchemaReport(AllCommands(), command.topic, options.query);
}

}  // namespace profiler
