// The commands of -c and of the -f file.
#ifndef CLI_SCRIPT_H_
#define CLI_SCRIPT_H_

#include <string>
#include <vector>

#include "cli/commands/command.h"
#include "cli/runner.h"
#include "profiler/query/options/options.h"

namespace profiler {

struct ScriptCommand {
  std::string where;  // "FILE:3", "-c 'op'", or "" if there is only one command
  Command command;
};

struct Script {
  std::vector<ScriptCommand> commands;
  std::vector<std::string> problems;  // one message per invalid line
  bool needs_input = false;
  bool opens_itself = false;  // the command opens the inputs while it runs
};

// The commands of all -c options, then the lines of the -f file. A `set` line changes the options
// of later lines.
Script ParseScript(const Options& options);

// A script of the single command given on the command line.
Script OneCommand(const Command& command);

void RunScript(const Script& script, Runner& runner);

}  // namespace profiler

#endif  // CLI_SCRIPT_H_
