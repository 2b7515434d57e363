// Completion of a query at the prompt.
#ifndef CLI_PROMPT_SQL_COMPLETION_H_
#define CLI_PROMPT_SQL_COMPLETION_H_

#include <string_view>

#include "cli/prompt/completion.h"

namespace profiler {

// Completes the name at the end of `line`, which is or has the beginning of a query: a table, a
// column, a function or a word of SQL, and after a `.` a column.
Completion CompleteSql(std::string_view line);

}  // namespace profiler

#endif  // CLI_PROMPT_SQL_COMPLETION_H_
