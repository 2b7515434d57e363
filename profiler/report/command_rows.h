#ifndef PROFILER_REPORT_COMMAND_ROWS_H_
#define PROFILER_REPORT_COMMAND_ROWS_H_

namespace profiler {

// The description of a table whose rows are named by commands to type: no renderer cuts those.
inline constexpr char kCommandRows[] = "the command";

}  // namespace profiler

#endif  // PROFILER_REPORT_COMMAND_ROWS_H_
