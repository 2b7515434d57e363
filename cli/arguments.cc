#include "cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "cli/commands/command_names.h"
#include "cli/commands/make_command.h"
#include "cli/option_words.h"
#include "cli/paths.h"
#include "cli/words.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/sql/sql_command.h"
#include "profiler/open/formats.h"
#include "profiler/sql/query_text.h"

namespace profiler {
namespace {

// Whether it is a command of the command line, too.
bool RunsAlone(CommandKind kind) {
  return kind == CommandKind::kHelp || kind == CommandKind::kSchema || kind == CommandKind::kServe;
}

// The topic of help may be spelled like an option: `help -order_by`.
std::vector<std::string> UndashTopic(std::vector<std::string> words) {
  if (words.size() == 2 && words[0] == "help") {
    words[1].erase(0, words[1].find_first_not_of('-'));
  }
  return words;
}

// Takes the query of `sql` out of the words that are not options: the one that begins like a query,
// or else the first.
void TakeQuery(const View& view, std::vector<std::string>& others, Options& options) {
  options.query.sql.text.clear();
  if (!view.obeys.Has(OptionUse::kSql) || others.empty()) return;
  auto at = std::find_if(others.begin(), others.end(),
                         [](const std::string& word) { return sql::BeginsQuery(word); });
  if (at == others.end()) {
    if (!options.query.sql.file.empty()) return;
    at = others.begin();
  }
  options.query.sql.text = *at;
  others.erase(at);
}

absl::Status CheckRedirect(const Command& command) {
  if (command.kind == CommandKind::kSet || command.kind == CommandKind::kOpen ||
      command.kind == CommandKind::kServe || command.kind == CommandKind::kQuit) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' prints nothing that could go elsewhere", command.text));
  }
  return absl::OkStatus();
}

// Sets where the command's answer goes, from the redirect on its line.
absl::Status ApplyRedirect(Redirect redirect, const OptionWords& words, Command& command) {
  if (redirect.kind == Redirect::Kind::kNone) return absl::OkStatus();
  PROFILER_RETURN_IF_ERROR(CheckRedirect(command));
  for (const auto& [spec, value] : words.given) {
    if (spec->name != "output") continue;
    return absl::InvalidArgumentError("-output and a redirection: give one of them");
  }
  command.options.output = OutputSpec();
  if (redirect.kind != Redirect::Kind::kPipe) {
    redirect.target = ExpandHome(std::move(redirect.target));
  }
  command.redirect = std::move(redirect);
  return absl::OkStatus();
}

// Whether the word must be an input, even if no such file exists.
bool LooksLikePath(const std::string& word) {
  std::error_code ignored;
  return word.find_first_of("/.*?[") != std::string::npos || std::filesystem::exists(word, ignored);
}

absl::Status CheckInputFormat(const std::string& name) {
  if (name.empty()) return absl::OkStatus();
  std::vector<std::string_view> names;
  for (const Format* format : AllFormats()) names.push_back(format->name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("invalid value for -input_format: '{}'{} (formats: {})", name,
                  DidYouMean(name, names), fmt::join(names, ", ")));
}

// Removes the command's name, if there is one, from the words that are not options. The other words
// are inputs.
absl::StatusOr<std::string> TakeCommandName(std::vector<std::string>& others,
                                            const Options& options) {
  if (others.empty()) return std::string();
  const std::string first = others[0];
  const bool has_lines = !options.commands.empty() || !options.script.empty();
  if (IsCommandName(first)) {
    if (has_lines) {
      return absl::InvalidArgumentError(fmt::format("'{}' and -{}: give one command, or -c and -f",
                                                    first, options.commands.empty() ? "f" : "c"));
    }
    others.erase(others.begin());
    return first;
  }
  if (has_lines) return std::string();
  for (const std::string& word : others) {
    if (LooksLikePath(word)) continue;
    if (IsCommandName(word)) {
      return absl::InvalidArgumentError(
          fmt::format("the command comes first: profiler {} {}", word, first));
    }
    return UnknownCommand(word, "there is no such command or file:");
  }
  return std::string();
}

// A line that is a query itself. In it `>`, `|` and `#` belong to SQL.
absl::StatusOr<Command> QueryCommand(std::string_view line, const Options& options) {
  const size_t last = line.find_last_not_of(" \t\r\n\v\f;");
  OptionWords words;
  Options own = options;
  own.query.sql.text = line.substr(0, last + 1);
  own.query.sql.file.clear();
  return MakeCommand(std::string(SqlCommand().name), words, std::move(own));
}

}  // namespace

absl::StatusOr<Command> ParseLine(std::string_view line, const Options& options, LineFrom from) {
  if (sql::BeginsQuery(line)) return QueryCommand(line, options);
  absl::StatusOr<LineWords> split = SplitWords(line);
  if (!split.ok()) return split.status();
  std::vector<std::string> words = UndashTopic(std::move(split->words));
  const bool redirected = split->redirect.kind != Redirect::Kind::kNone;
  if (redirected && from == LineFrom::kCommandLine) {
    return absl::InvalidArgumentError(
        "'|', '>' and '>>' work at the prompt, on a pipe and in -f files: use the shell's here, or "
        "-output file:outfile=FILE, or quote it");
  }
  if (redirected && words.empty()) {
    return absl::InvalidArgumentError("'|', '>' and '>>' follow a command");
  }
  if (words.empty()) {
    Command command;
    command.kind = split->comment ? CommandKind::kNothing : CommandKind::kShowOptions;
    command.options = options;
    return command;
  }
  const std::string name = words[0];
  if (!IsCommandName(name)) return UnknownCommand(name, "unknown command");
  words.erase(words.begin());
  const bool opens = name == "open";
  absl::StatusOr<OptionWords> option_words =
      ReadOptionWords(words, opens ? OptionPlace::kOpen : OptionPlace::kLine);
  if (!option_words.ok()) return option_words.status();
  Options own = opens ? Options() : options;
  if (const View* const view = FindCommand(name); view != nullptr) {
    TakeQuery(*view, option_words->others, own);
  }
  own.strict = options.strict;
  PROFILER_RETURN_IF_ERROR(Apply(*option_words, own));
  PROFILER_RETURN_IF_ERROR(CheckInputFormat(own.input_format));
  absl::StatusOr<Command> command = MakeCommand(name, *option_words, std::move(own));
  if (!command.ok()) return command;
  PROFILER_RETURN_IF_ERROR(ApplyRedirect(std::move(split->redirect), *option_words, *command));
  return command;
}

absl::StatusOr<CommandLine> ParseCommandLine(const std::vector<std::string>& words,
                                             const Options& defaults) {
  absl::StatusOr<OptionWords> read = ReadOptionWords(UndashTopic(words), OptionPlace::kCommandLine);
  if (!read.ok()) return read.status();

  CommandLine result;
  result.options = defaults;
  if (read->version || (read->help && (read->others.empty() || !IsCommandName(read->others[0])))) {
    result.command.emplace().kind = read->version ? CommandKind::kVersion : CommandKind::kHelp;
    return result;
  }
  PROFILER_RETURN_IF_ERROR(Apply(*read, result.options));
  result.gives_statistic = GivesStatistic(*read);
  PROFILER_RETURN_IF_ERROR(CheckInputFormat(result.options.input_format));

  std::string name;
  PROFILER_ASSIGN_OR_RETURN(name, TakeCommandName(read->others, result.options));
  const BuiltIn* built_in = FindBuiltIn(name);
  if (const View* const view = FindCommand(name); view != nullptr) {
    TakeQuery(*view, read->others, result.options);
  }
  if (built_in == nullptr || built_in->kind == CommandKind::kServe) {
    PROFILER_RETURN_IF_ERROR(CheckBasePattern(words, read->others));
    std::vector<std::string>& paths = result.options.profile_paths;
    paths.insert(paths.end(), read->others.begin(), read->others.end());
    read->others.clear();
  } else if (!RunsAlone(built_in->kind) && !read->help) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is for the prompt, for -c and for scripts", name));
  }
  if (name.empty()) {
    PROFILER_RETURN_IF_ERROR(
        CheckQuery(nullptr, result.options.query, !result.options.base_paths.empty()));
    return result;
  }

  absl::StatusOr<Command> command = MakeCommand(name, *read, result.options);
  if (!command.ok()) return command.status();
  result.command = *std::move(command);
  if (result.command->view != nullptr) result.options.profiles_as = result.command->view->inputs;
  return result;
}

}  // namespace profiler
