#include "cli/prompt/completion.h"

#include <algorithm>
#include <optional>

#include "cli/commands/command_names.h"
#include "cli/option_words.h"
#include "cli/prompt/sql_completion.h"
#include "cli/words.h"
#include "profiler/base/text/utf8.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/options.h"
#include "profiler/engine/commands.h"
#include "profiler/sql/query_text.h"

namespace profiler {
namespace {

// Candidates that replace the last word's text from byte `begin` on.
struct Found {
  size_t begin = 0;
  Candidates candidates;
  bool in_list = false;  // in a list; another item may follow
};

bool StartsOption(const PartialWord& word) { return word.text.starts_with('-') && word.bare; }

// The name of an option word, and whether its value is in the same word.
std::string_view OptionName(std::string_view word, bool& has_value) {
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  const size_t equals = word.find('=');
  has_value = equals != std::string_view::npos;
  return word.substr(0, equals);
}

// The option to which the last word is the value, or null.
const OptionSpec* OptionBefore(const std::vector<PartialWord>& words) {
  const OptionSpec* waiting = nullptr;
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    const bool starts_option = words[i].text.starts_with('-');
    if (waiting != nullptr && !(waiting->type == OptionType::kBool && starts_option)) {
      waiting = nullptr;
      continue;
    }
    waiting = nullptr;
    if (!starts_option) continue;
    bool has_value = false;
    const OptionSpec* spec = FindOption(OptionName(words[i].text, has_value));
    if (!has_value) waiting = spec;
  }
  return waiting;
}

// The options of the place that the view, if any, may accept.
Found OptionNames(OptionPlace place, const View* view, std::string_view typed) {
  const std::string dashes = typed.starts_with("--") ? "--" : "-";
  Found found;
  for (const OptionSpec& spec : AllOptions()) {
    const std::string word = dashes + spec.name;
    if (!Takes(place, spec) || (view != nullptr && !MayAccept(*view, spec))) continue;
    if (word.starts_with(typed)) found.candidates.push_back({word, word});
  }
  std::sort(found.candidates.begin(), found.candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.text < b.text; });
  return found;
}

Found Commands(std::string_view typed) { return {0, WordCandidates(AllCommandNames(), typed)}; }

Found HelpTopics(std::string_view typed) {
  if (typed.starts_with('-')) return OptionNames(OptionPlace::kCommandLine, nullptr, typed);
  std::vector<std::string_view> topics = AllCommandNames();
  for (const OptionSpec& spec : AllOptions()) topics.push_back(spec.name);
  return {0, WordCandidates(topics, typed)};
}

Found Files(const CompletionContext& context, std::string_view typed) {
  return {0, FileCandidates(context, typed, /*in_list=*/false)};
}

// Candidates after `>`, `>>` or `|`; nullopt if no complete word is one of these.
std::optional<Found> BehindRedirect(const CompletionContext& context,
                                    const std::vector<PartialWord>& words) {
  const std::string& typed = words.back().text;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (!words[i].bare) continue;
    const bool first = i + 2 == words.size();
    if (words[i].text == ">" || words[i].text == ">>") {
      return first ? Files(context, typed) : Found();
    }
    if (words[i].text == "|") {
      const bool is_program = first && typed.find('/') == std::string::npos;
      return is_program ? Found() : Files(context, typed);
    }
  }
  return std::nullopt;
}

Found OptionValue(const CompletionContext& context, const OptionSpec& spec, const View* view,
                  std::string_view text, size_t begin) {
  Found found{begin, {}, spec.type == OptionType::kList};
  found.candidates = ValueCandidates(context, spec, view, text, found.begin);
  return found;
}

Found Find(const CompletionContext& context, const std::vector<PartialWord>& words) {
  if (std::optional<Found> found = BehindRedirect(context, words)) return *std::move(found);
  const PartialWord& last = words.back();
  const std::string_view typed = last.text;
  if (words.size() == 1) return Commands(typed);
  const std::string& command = words[0].text;
  if (command == "help") return words.size() == 2 ? HelpTopics(typed) : Found();
  const bool is_schema = command == "schema";
  if (is_schema && words.size() == 2 && !typed.starts_with('-')) {
    return {0, WordCandidates(ViewNames(), typed)};
  }
  const View* view = FindCommand(command);
  const bool opens = command == "open";
  if (view == nullptr && !opens && !is_schema && command != "set") return {};
  const OptionPlace place = opens ? OptionPlace::kOpen : OptionPlace::kLine;

  if (const OptionSpec* spec = OptionBefore(words)) {
    const bool negative = spec->type == OptionType::kInteger || spec->name == "step";
    if (!StartsOption(last) || negative) {
      Found found = OptionValue(context, *spec, view, typed, 0);
      if (!found.candidates.empty() || spec->type != OptionType::kBool) return found;
    } else if (spec->type != OptionType::kBool) {
      return {};
    }
  }
  if (typed.starts_with('-')) {
    bool has_value = false;
    const OptionSpec* spec = FindOption(OptionName(typed, has_value));
    if (!has_value) return last.bare ? OptionNames(place, view, typed) : Found();
    if (spec == nullptr || !Takes(place, *spec)) return {};
    return OptionValue(context, *spec, view, typed, typed.find('=') + 1);
  }
  if (opens) return Files(context, typed);
  return typed.empty() ? OptionNames(place, view, typed) : Found();
}

// The common prefix of all texts. It does not end inside a character or an escape.
std::string CommonPrefix(const Candidates& candidates) {
  std::string common = candidates[0].text;
  for (const Candidate& candidate : candidates) {
    const auto ends =
        std::mismatch(common.begin(), common.end(), candidate.text.begin(), candidate.text.end());
    if (ends.first == common.end()) continue;
    size_t length = static_cast<size_t>(ends.first - common.begin());
    while (length > 0 && IsInsideCharacter(candidates[0].text[length])) --length;
    common.resize(length);
  }
  const size_t last = common.find_last_not_of('\\');
  const size_t backslashes = common.size() - (last == std::string::npos ? 0 : last + 1);
  if (candidates.size() > 1 && backslashes % 2 == 1) common.pop_back();
  return common;
}

bool NeedsQuote(std::string_view text, bool starts_word) {
  if (text.find_first_of(" \t'\"") != std::string_view::npos) return true;
  return starts_word && !text.empty() &&
         std::string_view("#|>").find(text[0]) != std::string_view::npos;
}

// Quotes the inserted text so that SplitWords() parses it correctly. `behind` is the line after the
// cursor.
Completion Spelled(const PartialWord& word, const Found& found, std::string_view line,
                   size_t cursor) {
  const std::string_view behind = line.substr(cursor);
  std::string text = CommonPrefix(found.candidates);
  const bool whole = found.candidates.size() == 1 && found.candidates[0].whole;

  const size_t begin = found.begin;
  const char open = word.quote.back();  // the quote that the cursor is inside
  char quote = word.quote[begin];
  Completion completion;
  completion.from = word.at[begin];
  const bool opens_here = quote != 0 && (begin == 0 || word.at[begin] != word.at[begin - 1] + 1);
  if (quote != 0 && !opens_here) {
    // The quote started earlier, e.g. before a list; it is closed only if no other item can follow.
    if (open != quote) return {};
    if (text.find(quote) != std::string::npos) return {};
    completion.insert = text;
    if (whole && !found.in_list && behind.empty()) completion.insert += quote;
  } else {
    if (opens_here) --completion.from;
    if (quote == 0 && NeedsQuote(text, begin == 0)) quote = '\'';
    if (quote != 0 && text.find(quote) != std::string::npos) quote = quote == '"' ? '\'' : '"';
    if (quote != 0 && text.find(quote) != std::string::npos) return {};
    completion.insert = quote == 0 ? text : quote + text;
    if (quote != 0 && whole && (behind.empty() || behind[0] != quote)) completion.insert += quote;
  }
  if (whole && !found.in_list && behind.empty()) completion.insert += ' ';
  for (const Candidate& candidate : found.candidates) {
    completion.labels.push_back(candidate.label);
  }
  return completion;
}

}  // namespace

Completion Completer::Complete(std::string_view line, size_t cursor) const {
  const std::string_view typed = line.substr(0, cursor);
  if (sql::BeginsQuery(typed)) return CompleteSql(typed);
  const PartialLine partial = SplitPartial(typed);
  const bool is_sql = partial.words.front().text == "sql";
  if (is_sql && sql::BeginsQuery(partial.words.back().text)) return CompleteSql(typed);
  if (partial.comment) return {};
  const Found found = Find(context_, partial.words);
  if (found.candidates.empty()) return {};
  return Spelled(partial.words.back(), found, line, cursor);
}

}  // namespace profiler
