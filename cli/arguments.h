// From the command line, and from lines of the prompt and of scripts, to what is to be done.
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
  kNothing,      // a comment, or the blank line of a script file
  kShowOptions,  // a blank line at the prompt, on a pipe or in -c
  kView,
  kSet,
  kOpen,
  kHelp,
  kSchema,
  kVersion,
  kQuit,
};

struct Command {
  CommandKind kind = CommandKind::kNothing;
  const View* view = nullptr;  // of kView
  // What the command runs with; of kSet: what later lines start from; of kOpen: the inputs, the
  // rest untouched by `set`. Its own options are applied.
  Options options;
  Redirect redirect;
  std::string topic;  // of kHelp: a command or an option; of kSchema: a view; or ""
  std::string text;   // the command as given, its words spelled in the one way
};

// A command of the program itself; the others are the views.
struct BuiltIn {
  std::string_view name, summary;
  CommandKind kind;
};
const std::vector<BuiltIn>& AllBuiltIns();
std::vector<std::string_view> ViewNames();
// Of the views and the built-in ones.
std::vector<std::string_view> AllCommandNames();

// One line; `options` are those in force before it. Lines of the command line (-c) are not
// redirected: that is the shell's part.
enum class LineFrom { kInput, kCommandLine };
absl::StatusOr<Command> ParseLine(std::string_view line, const Options& options,
                                  LineFrom from = LineFrom::kInput);

struct CommandLine {
  Options options;                 // with the inputs in profile_paths
  std::optional<Command> command;  // of the one-shot form, --help and --version
};
// The words of the command line without the program's name. `defaults` are in force before them.
absl::StatusOr<CommandLine> ParseCommandLine(const std::vector<std::string>& words,
                                             const Options& defaults = {});

}  // namespace profiler

#endif  // CLI_ARGUMENTS_H_
