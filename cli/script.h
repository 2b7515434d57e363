// The commands of -c and of the -f file.
#ifndef CLI_SCRIPT_H_
#define CLI_SCRIPT_H_

#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/runner.h"
#include "profiler/query/options/options.h"

namespace profiler {

struct ScriptCommand {
  std::string where;  // "FILE:3", "-c 'op'", or "" for an only one
  Command command;
};

struct Script {
  std::vector<ScriptCommand> commands;
  std::vector<std::string> problems;  // every wrong line, each in a sentence
  bool needs_input = false;
};

// All lines of -c, then those of -f; what a `set` among them leaves is in the options of those
// behind it.
Script ParseScript(const Options& options);

// The one-shot form.
Script OneCommand(const Command& command);

void RunScript(const Script& script, Runner& runner);

}  // namespace profiler

#endif  // CLI_SCRIPT_H_
