// Any bytes as lines of the prompt, of -c and of a script, as a command line, and as a line being
// typed. A valid command's normalised spelling must be valid, too.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/prompt/completion.h"
#include "cli/script.h"
#include "cli/words.h"

namespace {

using namespace profiler;

// A line affects the next ones; each of them is parsed ten times.
constexpr size_t kMostLines = 3;

void CheckSpelling(const Command& command) {
  if (command.kind != CommandKind::kView) return;
  const auto again = ParseLine(command.text, Options());
  if (again.ok() && again->text == command.text) return;
  std::cerr << "spelled as [" << command.text << "], which is "
            << (again.ok() ? "spelled as [" + again->text + "]" : again.status().ToString())
            << "\n";
  std::abort();
}

void Line(std::string_view line, const Completer& completer, Options& options) {
  for (const LineFrom from : {LineFrom::kInput, LineFrom::kCommandLine}) {
    const auto command = ParseLine(line, options, from);
    if (!command.ok()) continue;
    CheckSpelling(*command);
    if (command->kind == CommandKind::kSet) options = command->options;
    if (command->kind == CommandKind::kHelp) HelpText(command->topic);
  }
  for (const size_t cursor : {line.size(), line.size() / 2}) completer.Complete(line, cursor);
  const auto words = SplitWords(line);
  if (!words.ok()) return;
  const auto parsed = ParseCommandLine(words->words);
  if (parsed.ok() && parsed->command) CheckSpelling(*parsed->command);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const Completer* const completer = [] {
    CompletionContext context;
    context.list_folder = [](const std::string&) { return std::vector<FolderEntry>(); };
    return new Completer(context);
  }();
  Options options, of_script;
  for (size_t begin = 0; begin <= text.size() && of_script.commands.size() < kMostLines;) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    Line(line, *completer, options);
    of_script.commands.emplace_back(line);
    begin = end + 1;
  }
  OptionsTable(options);
  ParseScript(of_script);
  return 0;
}
