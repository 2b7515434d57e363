#include "cli/commands/make_command.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands/command_names.h"
#include "cli/obeyed.h"
#include "cli/paths.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/views.h"
#include "profiler/engine/check_command.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/sql/sql_command.h"
#include "profiler/engine/sql/table_schema.h"
#include "profiler/engine/trend.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

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

absl::Status TakeSchemaTopic(const std::string& name, const OptionWords& words, Command& command) {
  PROFILER_ASSIGN_OR_RETURN(command.topic, SchemaTopic(words.others));
  if (!command.topic.empty()) command.text = name + ' ' + command.topic + Spell(words);
  const Options& asked = command.options;
  const bool is_table = asked.tables && IsTableOfSql(command.topic);
  if (int{!command.topic.empty() && !is_table} + int{asked.tables} + int{asked.options} > 1) {
    return absl::InvalidArgumentError(
        "schema takes one of these: a command, a table, -tables (the tables of a profile) or "
        "-options");
  }
  return absl::OkStatus();
}

// Gives the command the words that are not options, or rejects them.
absl::Status TakeOthers(const std::string& name, const OptionWords& words, Command& command) {
  if (command.kind == CommandKind::kHelp) {
    PROFILER_ASSIGN_OR_RETURN(command.topic, HelpTopic(words.others));
    return absl::OkStatus();
  }
  if (command.kind == CommandKind::kSchema) return TakeSchemaTopic(name, words, command);
  if (command.kind == CommandKind::kOpen) return TakeInputs(words, command.options);
  if (words.others.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("unexpected '{}': {} takes options only, as in `{} -order_by micros`{}",
                  words.others[0], name, name, RedirectHint(words.others[0])));
}

// Fails if the view of the command cannot answer its query.
absl::Status CheckQueryOf(const Command& command, const OptionWords& words) {
  const View* const view = command.view;
  const Query& query = command.options.query;
  const bool is_compared = IsCompared(command);
  PROFILER_RETURN_IF_ERROR(CheckQuery(view, query, is_compared));
  if (view == nullptr) return absl::OkStatus();
  if (view->obeys.Has(OptionUse::kRequirements)) {
    PROFILER_RETURN_IF_ERROR(CheckRequirements(query, !command.options.base_paths.empty()));
  }
  if (Gives(words, "select")) {
    PROFILER_RETURN_IF_ERROR(CheckOwnSelect(*view, query, is_compared));
  }
  if (view->obeys.Has(OptionUse::kMeasures)) PROFILER_RETURN_IF_ERROR(CheckTrend(query));
  return view->obeys.Has(OptionUse::kSql) ? CheckSql(query) : absl::OkStatus();
}

}  // namespace

absl::StatusOr<Command> MakeCommand(const std::string& name, const OptionWords& words,
                                    Options options) {
  Command command;
  command.options = std::move(options);
  command.gives_statistic = GivesStatistic(words);
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
  PROFILER_RETURN_IF_ERROR(CheckQueryOf(command, words));
  if (command.view != nullptr && command.view->obeys.Has(OptionUse::kSql)) {
    const std::string& text = command.options.query.sql.text;
    if (!text.empty()) command.text += ' ' + QuoteWord(text);
  }
  PROFILER_RETURN_IF_ERROR(TakeOthers(name, words, command));
  return command;
}

}  // namespace profiler
