// Parses the command line, and lines from the prompt and from scripts, into commands.
#ifndef CLI_ARGUMENTS_H_
#define CLI_ARGUMENTS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
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

// A command of the program itself, such as `help`; all other commands are views.
struct BuiltIn {
  std::string_view name, summary;
  CommandKind kind;
  OptionUses obeys = {};
};
const std::vector<BuiltIn>& AllBuiltIns();
std::vector<std::string_view> ViewNames();
// Views and built-in commands.
std::vector<std::string_view> AllCommandNames();

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
