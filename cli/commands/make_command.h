// Makes a command of its name and its options, and rejects what the command cannot do.
#ifndef CLI_COMMANDS_MAKE_COMMAND_H_
#define CLI_COMMANDS_MAKE_COMMAND_H_

#include <string>

#include "absl/status/statusor.h"
#include "cli/commands/command.h"
#include "cli/option_words.h"
#include "profiler/query/options/options.h"

namespace profiler {

// Makes the command `name`. The options in `words` are applied to `options` already.
absl::StatusOr<Command> MakeCommand(const std::string& name, const OptionWords& words,
                                    Options options);

}  // namespace profiler

#endif  // CLI_COMMANDS_MAKE_COMMAND_H_
