// The names of all commands: those of the program itself, and views.
#ifndef CLI_COMMANDS_COMMAND_NAMES_H_
#define CLI_COMMANDS_COMMAND_NAMES_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/commands/command.h"
#include "profiler/query/options/options.h"

namespace profiler {

// A command of the program itself, such as `help`; all other commands are views.
struct BuiltIn {
  std::string_view name, summary;
  CommandKind kind;
  OptionUses obeys = {};
};
const std::vector<BuiltIn>& AllBuiltIns();
// Null if the program has no such command of its own.
const BuiltIn* FindBuiltIn(std::string_view name);

std::vector<std::string_view> ViewNames();
// Views and built-in commands.
std::vector<std::string_view> AllCommandNames();
// Whether it is a view or a built-in command.
bool IsCommandName(std::string_view word);

// The error about a word that is no command; `what` says what was looked for.
absl::Status UnknownCommand(std::string_view word, std::string_view what);

}  // namespace profiler

#endif  // CLI_COMMANDS_COMMAND_NAMES_H_
