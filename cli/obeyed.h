// Compares the options of a command line with those that its command obeys.
#ifndef CLI_OBEYED_H_
#define CLI_OBEYED_H_

#include <set>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/commands/command.h"
#include "cli/commands/command_names.h"
#include "cli/option_words.h"
#include "profiler/report/report.h"

namespace profiler {

// Fails if an option that is written in the command has no effect there. `built_in` is null for
// views. The command's options and its view or kind must be set.
absl::Status CheckObeyed(std::string_view name, const BuiltIn* built_in, const OptionWords& written,
                         const Command& command);

// Whether the command shows a view whose answer is compared with that about a base.
bool IsCompared(const Command& command);

// Gives options that were set before, not written in the command, and that have no effect there,
// their default, and lists them in `command.passed_over`.
void PassOverOthers(const OptionWords& written, Command& command);

// Tells of each option only once that commands pass it over.
class PassedOverNotes {
 public:
  std::vector<Note> Of(const Command& command);

 private:
  std::set<const OptionSpec*> told_;
};

}  // namespace profiler

#endif  // CLI_OBEYED_H_
