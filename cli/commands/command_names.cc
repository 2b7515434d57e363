#include "cli/commands/command_names.h"

#include <fmt/format.h>

#include "profiler/base/suggest.h"
#include "profiler/engine/commands.h"

namespace profiler {

const std::vector<BuiltIn>& AllBuiltIns() {
  static const std::vector<BuiltIn>* const kBuiltIns = new std::vector<BuiltIn>{
      {"set", "Keep options for the lines that follow: set -order_by micros", CommandKind::kSet},
      {"open", "Open another profile instead: open profile_200", CommandKind::kOpen},
      {"schema", "What columns mean: schema op, schema for all commands, schema flows for a table.",
       CommandKind::kSchema, kShownUses | OptionUse::kSchema},
      {"serve", "Show pages in a browser until Ctrl-C: serve, or serve -port 8080.",
       CommandKind::kServe, OptionUse::kServe},
      {"help", "This text; help COMMAND or help OPTION says more.", CommandKind::kHelp},
      {"quit", "Leave; so do exit and the end of input (Ctrl-D).", CommandKind::kQuit},
      {"exit", "The same as quit.", CommandKind::kQuit},
  };
  return *kBuiltIns;
}

std::vector<std::string_view> ViewNames() {
  std::vector<std::string_view> names;
  for (const View& view : AllCommands()) names.push_back(view.name);
  return names;
}

std::vector<std::string_view> AllCommandNames() {
  std::vector<std::string_view> names = ViewNames();
  for (const BuiltIn& built_in : AllBuiltIns()) names.push_back(built_in.name);
  return names;
}

const BuiltIn* FindBuiltIn(std::string_view name) {
  for (const BuiltIn& built_in : AllBuiltIns()) {
    if (built_in.name == name) return &built_in;
  }
  return nullptr;
}

bool IsCommandName(std::string_view word) {
  return FindCommand(word) != nullptr || FindBuiltIn(word) != nullptr;
}

absl::Status UnknownCommand(std::string_view word, std::string_view what) {
  const std::vector<std::string_view> names = AllCommandNames();
  return absl::InvalidArgumentError(fmt::format("{} '{}'{} (commands: {})", what, word,
                                                DidYouMean(word, names), fmt::join(names, ", ")));
}

}  // namespace profiler
