// Parses the command line, and lines from the prompt and from scripts, into commands.
#ifndef CLI_ARGUMENTS_H_
#define CLI_ARGUMENTS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/commands/command.h"
#include "profiler/query/options/options.h"

namespace profiler {

// Parses one line; `options` are the defaults before the line. Lines from the command line (-c)
// have no redirects, because the shell handles redirects.
enum class LineFrom { kInput, kCommandLine };
absl::StatusOr<Command> ParseLine(std::string_view line, const Options& options,
                                  LineFrom from = LineFrom::kInput);

struct CommandLine {
  Options options;                 // inputs are in profile_paths
  bool gives_statistic = false;    // whether -stat is among the options
  std::optional<Command> command;  // a command on the command line, --help or --version
};
// Parses the words of the command line, without the program's name. `defaults` apply before the
// words.
absl::StatusOr<CommandLine> ParseCommandLine(const std::vector<std::string>& words,
                                             const Options& defaults = {});

}  // namespace profiler

#endif  // CLI_ARGUMENTS_H_
