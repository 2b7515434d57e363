#include "cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "absl/status/status.h"
#include "cli/obeyed.h"
#include "cli/option_words.h"
#include "cli/paths.h"
#include "cli/words.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/options.h"
#include "profiler/engine/check_command.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/sql/sql_command.h"
#include "profiler/engine/sql/table_schema.h"
#include "profiler/engine/trend.h"
#include "profiler/open/formats.h"
#include "profiler/query/options/part_options.h"
#include "profiler/query/options/spelling.h"
#include "profiler/sql/query_text.h"

namespace profiler {
namespace {

constexpr std::string_view kStatisticOption = "stat";

const BuiltIn* FindBuiltIn(std::string_view name) {
  for (const BuiltIn& built_in : AllBuiltIns()) {
    if (built_in.name == name) return &built_in;
  }
  return nullptr;
}

// Whether it is a command of the command line, too.
bool RunsAlone(CommandKind kind) {
  return kind == CommandKind::kHelp || kind == CommandKind::kSchema || kind == CommandKind::kServe;
}

bool IsCommandName(std::string_view word) {
  return FindCommand(word) != nullptr || FindBuiltIn(word) != nullptr;
}

absl::Status UnknownCommand(std::string_view word, std::string_view what) {
  const std::vector<std::string_view> names = AllCommandNames();
  return absl::InvalidArgumentError(fmt::format("{} '{}'{} (commands: {})", what, word,
                                                DidYouMean(word, names), fmt::join(names, ", ")));
}

// The topic of help may be spelled like an option: `help -order_by`.
std::vector<std::string> UndashTopic(std::vector<std::string> words) {
  if (words.size() == 2 && words[0] == "help") {
    words[1].erase(0, words[1].find_first_not_of('-'));
  }
  return words;
}

absl::StatusOr<std::string> HelpTopic(const std::vector<std::string>& words) {
  if (words.empty()) return std::string();
  if (words.size() > 1) {
    return absl::InvalidArgumentError("help takes one command or one option, as in `help op`");
  }
  if (IsCommandName(words[0]) || FindOption(words[0]) != nullptr) return words[0];
  std::vector<std::string_view> topics = AllCommandNames();
  for (const OptionSpec& spec : AllOptions()) topics.push_back(spec.name);
  return absl::InvalidArgumentError(fmt::format("no help for '{}'{} (`help` lists what there is)",
                                                words[0], DidYouMean(words[0], topics)));
}

absl::StatusOr<std::string> SchemaTopic(const std::vector<std::string>& words) {
  if (words.empty()) return std::string();
  if (words.size() > 1) {
    return absl::InvalidArgumentError(
        "schema takes one command or table and needs no input, as in `schema op`");
  }
  if (FindCommand(words[0]) != nullptr || IsTableOfSql(words[0])) return words[0];
  const std::vector<std::string_view> names = ViewNames();
  return absl::InvalidArgumentError(fmt::format("no columns are known of '{}'{} (commands: {})",
                                                words[0], DidYouMean(words[0], names),
                                                fmt::join(names, ", ")));
}

std::string_view RedirectHint(std::string_view word) {
  const bool meant = word.starts_with('>') || word.starts_with('|');
  return meant ? "; '>', '>>' and '|' are words of their own: a blank must follow" : "";
}

// Replaces the inputs by those of an `open` command.
absl::Status TakeInputs(const OptionWords& words, Options& options) {
  for (const std::string& word : words.others) options.profile_paths.push_back(ExpandHome(word));
  if (!words.others.empty() || !words.given.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError("open misses what to open, as in `open profile_100`");
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

// Makes the command `name`. The options in `words` are applied already.
absl::StatusOr<Command> MakeCommand(const std::string& name, const OptionWords& words,
                                    Options options) {
  Command command;
  command.options = std::move(options);
  command.gives_statistic = Gives(words, kStatisticOption);
  command.text = name + Spell(words);
  command.view = FindCommand(name);
  const BuiltIn* built_in = FindBuiltIn(name);
  if (words.help && (command.view != nullptr || built_in != nullptr)) {
    command.kind = CommandKind::kHelp;
    command.topic = name;
    return command;
  }
  if (command.view == nullptr && built_in == nullptr) {
    return UnknownCommand(name, "unknown command");
  }
  command.kind = command.view != nullptr ? CommandKind::kView : built_in->kind;
  PROFILER_RETURN_IF_ERROR(CheckObeyed(name, built_in, words, command));
  PassOverOthers(words, command);
  const bool is_compared = IsCompared(command);
  PROFILER_RETURN_IF_ERROR(CheckQuery(command.view, command.options.query, is_compared));
  if (command.view != nullptr && command.view->obeys.Has(OptionUse::kRequirements)) {
    PROFILER_RETURN_IF_ERROR(
        CheckRequirements(command.options.query, !command.options.base_paths.empty()));
  }
  if (Gives(words, "select") && command.view != nullptr) {
    PROFILER_RETURN_IF_ERROR(CheckOwnSelect(*command.view, command.options.query, is_compared));
  }

  if (command.view != nullptr && command.view->obeys.Has(OptionUse::kMeasures)) {
    PROFILER_RETURN_IF_ERROR(CheckTrend(command.options.query));
  }

  if (command.view != nullptr && command.view->obeys.Has(OptionUse::kSql)) {
    PROFILER_RETURN_IF_ERROR(CheckSql(command.options.query));
    const std::string& text = command.options.query.sql.text;
    if (!text.empty()) command.text += ' ' + QuoteWord(text);
  }

  if (command.kind == CommandKind::kHelp) {
    PROFILER_ASSIGN_OR_RETURN(command.topic, HelpTopic(words.others));
  } else if (command.kind == CommandKind::kSchema) {
    PROFILER_ASSIGN_OR_RETURN(command.topic, SchemaTopic(words.others));
    if (!command.topic.empty()) command.text = name + ' ' + command.topic + Spell(words);
    const Options& asked = command.options;
    const bool is_table = asked.tables && IsTableOfSql(command.topic);
    if (int{!command.topic.empty() && !is_table} + int{asked.tables} + int{asked.options} > 1) {
      return absl::InvalidArgumentError(
          "schema takes one of these: a command, a table, -tables (the tables of a profile) or "
          "-options");
    }
  } else if (command.kind == CommandKind::kOpen) {
    PROFILER_RETURN_IF_ERROR(TakeInputs(words, command.options));
  } else if (!words.others.empty()) {
    return absl::InvalidArgumentError(
        fmt::format("unexpected '{}': {} takes options only, as in `{} -order_by micros`{}",
                    words.others[0], name, name, RedirectHint(words.others[0])));
  }
  return command;
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

}  // namespace

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

namespace {

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
  result.gives_statistic = Gives(*read, kStatisticOption);
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
