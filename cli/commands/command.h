// A command as it was parsed, with all that running it takes.
#ifndef CLI_COMMANDS_COMMAND_H_
#define CLI_COMMANDS_COMMAND_H_

#include <string>
#include <vector>

#include "cli/words.h"
#include "profiler/catalog/views.h"
#include "profiler/query/options/options.h"

namespace profiler {

enum class CommandKind {
  kNothing,      // a comment, or a blank line in a script file
  kShowOptions,  // a blank line at the prompt, on a pipe or in -c
  kView,
  kSet,
  kOpen,
  kHelp,
  kSchema,
  kServe,
  kVersion,
  kQuit,
};

// An option that was set before and that the command does not obey. `options` has its default.
struct PassedOver {
  const OptionSpec* option;
  std::string text;  // a sentence about it
};

struct Command {
  CommandKind kind = CommandKind::kNothing;
  const View* view = nullptr;  // for kView
  // The options for the command, including its own. For kSet they are the new defaults; for kOpen
  // they have the new inputs, and the defaults of `set` for the rest.
  Options options;
  bool gives_statistic = false;  // whether -stat is among its own options
  Redirect redirect;
  std::string topic;  // for kHelp a command or an option, for kSchema a view; or ""
  std::string text;   // the command as given, with normalised spelling
  std::vector<PassedOver> passed_over;  // options that were set before
};

}  // namespace profiler

#endif  // CLI_COMMANDS_COMMAND_H_
