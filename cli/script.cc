#include "cli/script.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/arguments.h"
#include "cli/query_lines.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

class ScriptParser {
 public:
  explicit ScriptParser(const Options& options) : options_(options) {}

  void Add(std::string where, Command command) {
    if (command.kind == CommandKind::kNothing) return;
    if (command.kind == CommandKind::kSet) options_ = command.options;
    opens_ |= command.kind == CommandKind::kOpen;
    const bool is_serve = command.kind == CommandKind::kServe;
    script_.needs_input |= (command.kind == CommandKind::kView || is_serve) && !opens_;
    script_.commands.push_back({std::move(where), std::move(command)});
  }

  void AddLine(std::string_view line, std::string where, LineFrom from) {
    absl::StatusOr<Command> command = ParseLine(line, options_, from);
    if (!command.ok()) {
      script_.problems.push_back(where.empty()
                                     ? Message(command.status())
                                     : fmt::format("{}: {}", where, Message(command.status())));
      return;
    }
    if (command->kind == CommandKind::kShowOptions && from == LineFrom::kInput) return;
    Add(std::move(where), *std::move(command));
  }

  void AddFile(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    QueryLines lines;
    int first = 1;  // line of a command
    const auto add = [&](const std::optional<std::string>& whole) {
      if (whole) AddLine(*whole, fmt::format("{}:{}", path, first), LineFrom::kInput);
    };
    // A folder can be opened, but not read.
    for (int number = 1; std::getline(file, line); ++number) {
      if (!lines.is_open()) first = number;
      add(lines.Add(line));
    }
    add(lines.Finish());
    if (file.eof()) return;
    script_.problems.push_back(
        fmt::format("cannot read the script {}: {}", path, std::strerror(errno)));
  }

  Script Finish() { return std::move(script_); }

 private:
  Options options_;  // after the parsed lines
  bool opens_ = false;
  Script script_;
};

}  // namespace

Script ParseScript(const Options& options) {
  ScriptParser parser(options);
  const bool only_one = options.commands.size() == 1 && options.script.empty();
  for (const std::string& line : options.commands) {
    parser.AddLine(line, only_one ? "" : "-c " + QuoteWord(line), LineFrom::kCommandLine);
  }
  if (!options.script.empty()) parser.AddFile(options.script);
  return parser.Finish();
}

Script OneCommand(const Command& command) {
  ScriptParser parser(command.options);
  parser.Add("", command);
  Script script = parser.Finish();
  script.opens_itself = command.kind == CommandKind::kServe;
  return script;
}

void RunScript(const Script& script, Runner& runner) {
  if (script.needs_input && !script.opens_itself && !runner.Open()) return;
  for (const ScriptCommand& line : script.commands) {
    if (!runner.Run(line.command, line.where)) return;
  }
}

}  // namespace profiler
