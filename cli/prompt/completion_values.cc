#include "cli/prompt/completion_values.h"

#include <algorithm>
#include <set>

#include "cli/output/output.h"
#include "cli/prompt/completion_names.h"
#include "profiler/base/ascii.h"
#include "profiler/engine/commands.h"
#include "profiler/open/formats.h"

namespace profiler {
namespace {

// The start of the last item of a list; `\,` is not a separator.
size_t LastItem(std::string_view list, size_t begin) {
  for (size_t i = begin; i < list.size(); ++i) {
    if (list[i] == '\\') {
      ++i;
    } else if (list[i] == ',') {
      begin = i + 1;
    }
  }
  return begin;
}

Candidates StepCandidates(const Profile* profile, std::string_view typed) {
  std::set<int64_t> numbers = {-1};
  if (profile != nullptr) {
    for (const StepRow& step : profile->steps.values()) {
      if (step.number != kUnknown) numbers.insert(step.number);
    }
  }
  Candidates candidates;
  for (const int64_t number : numbers) {
    const std::string text = std::to_string(number);
    if (text.starts_with(typed)) candidates.push_back({text, text});
  }
  constexpr std::string_view kLast = "last";
  if (kLast.starts_with(typed)) candidates.push_back({std::string(kLast), std::string(kLast)});
  return candidates;
}

// Candidates for `TYPE`, or for the file in `TYPE:outfile=FILE`.
Candidates OutputCandidates(const CompletionContext& context, const OptionSpec& spec,
                            std::string_view value, size_t& begin) {
  const std::string_view typed = value.substr(begin);
  if (typed.find(':') == std::string_view::npos) return WordCandidates(spec.choices, typed);
  begin = LastItem(value, value.find(':', begin) + 1);
  const std::string_view pair = value.substr(begin);
  constexpr std::string_view kFile = "outfile=";
  if (!pair.starts_with(kFile)) return WordCandidates({kFile}, pair);
  begin += kFile.size();
  return FileCandidates(context, value.substr(begin), /*in_list=*/true);
}

Candidates ChoiceCandidates(const OptionSpec& spec, std::vector<std::string_view> left,
                            std::string_view value, size_t begin) {
  if (spec.type == OptionType::kList) {
    const std::vector<std::string> given = SplitList(value.substr(0, begin));
    std::erase_if(left, [&](std::string_view choice) {
      return std::find(given.begin(), given.end(), choice) != given.end();
    });
  }
  return WordCandidates(left, value.substr(begin));
}

// Candidates for column names of a table view.
Candidates ColumnCandidates(const OptionSpec& spec, const View& view, std::string_view value,
                            size_t begin) {
  const std::vector<ReportColumn> columns = view.columns();
  std::vector<std::string_view> names;
  if (spec.name == "order_by") names.push_back("name");
  for (const ReportColumn& column : columns) names.push_back(column.name);
  return ChoiceCandidates(spec, names, value, begin);
}

// Candidates for the column name at the end of a -where expression; of any view if `view` is null.
Candidates ConditionCandidates(const View* view, std::string_view value, size_t& begin) {
  std::set<std::string> names;
  for (const View& one : AllCommands()) {
    if (view != nullptr && view != &one) continue;
    for (const WhereColumn& column : WhereColumns(one)) names.insert(column.name);
  }
  const std::string_view typed(
      std::find_if_not(value.rbegin(), value.rend() - static_cast<ptrdiff_t>(begin),
                       IsWordCharacter)
          .base(),
      value.end());
  begin = value.size() - typed.size();
  Candidates candidates;
  for (const std::string& name : names) {
    if (name.starts_with(typed)) candidates.push_back({name, name, false});
  }
  return candidates;
}

// Rules for -checkers, thresholds for -threshold: the parts of the command that takes the option.
Candidates RuleCandidates(const OptionSpec& spec, std::string_view value, size_t& begin) {
  begin = LastItem(value, begin);
  const std::string_view typed = value.substr(begin);
  Candidates candidates;
  const auto add = [&](const std::string& word, bool is_whole) {
    if (word.starts_with(typed)) candidates.push_back({word, word, is_whole});
  };
  for (const View& command : AllCommands()) {
    if (command.parts == nullptr || !command.obeys.Has(spec.use)) continue;
    for (const HelpEntry& rule : command.parts()) {
      if (spec.use == OptionUse::kCheckers) add(rule.name, true);
      if (spec.use != OptionUse::kThresholds) continue;
      for (const HelpEntry& threshold : rule.entries) {
        add(rule.name + "." + threshold.name + "=", false);
      }
    }
  }
  return candidates;
}

Candidates FormatCandidates(std::string_view typed) {
  std::vector<std::string_view> names;
  for (const Format* format : AllFormats()) names.push_back(format->name);
  return WordCandidates(names, typed);
}

std::string EscapeCommas(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == ',') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

Candidates WordCandidates(const std::vector<std::string_view>& words, std::string_view typed) {
  Candidates candidates;
  for (const std::string_view word : words) {
    if (!word.starts_with(typed)) continue;
    candidates.push_back({std::string(word), std::string(word), !word.ends_with('=')});
  }
  return candidates;
}

Candidates FileCandidates(const CompletionContext& context, std::string_view typed, bool in_list) {
  if (typed == "~") return {{"~/", "~/", false}};
  const size_t base = typed.rfind('/') + 1;  // 0 if there is no slash
  const std::string_view folder = typed.substr(0, base);
  std::string begun(typed.substr(base));
  if (in_list) {
    const std::vector<std::string> items = SplitList(begun);
    begun = items.empty() ? "" : items[0];
  }

  Candidates candidates;
  for (const FolderEntry& entry : context.list_folder(ExpandHome(std::string(folder)))) {
    if (!entry.name.starts_with(begun) || (entry.name[0] == '.' && begun.empty())) continue;
    if (EscapeControls(entry.name) != entry.name) continue;
    const std::string name = entry.name + (entry.is_folder ? "/" : "");
    candidates.push_back(
        {std::string(folder) + (in_list ? EscapeCommas(name) : name), name, !entry.is_folder});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.text < b.text; });
  return candidates;
}

Candidates ValueCandidates(const CompletionContext& context, const OptionSpec& spec,
                           const View* view, std::string_view value, size_t& begin) {
  const std::string_view name = spec.name;
  if (name == "output") return OutputCandidates(context, spec, value, begin);
  if (name == "step") return StepCandidates(context.profile, value.substr(begin));
  if (name == "input_format") return FormatCandidates(value.substr(begin));

  const bool is_list = spec.type == OptionType::kList;
  if (is_list) begin = LastItem(value, begin);
  const std::string_view typed = value.substr(begin);
  if (spec.value_name.find("FILE") != std::string::npos) {
    return FileCandidates(context, typed, is_list);
  }
  if (name == "where") return ConditionCandidates(view, value, begin);
  if (spec.use == OptionUse::kCheckers || spec.use == OptionUse::kThresholds) {
    return RuleCandidates(spec, value, begin);
  }
  const bool is_table = view != nullptr && view->columns != nullptr && view->shape == Shape::kTable;
  if (is_table && (name == "select" || name == "order_by")) {
    return ColumnCandidates(spec, *view, value, begin);
  }
  if (view != nullptr && spec.use == OptionUse::kMeaningOfRows) {
    return ChoiceCandidates(spec, {view->by.begin(), view->by.end()}, value, begin);
  }
  if (!spec.choices.empty()) return ChoiceCandidates(spec, spec.choices, value, begin);
  if (!is_list || context.profile == nullptr) return {};
  if (name == "account_type_regexes") return OpTypeCandidates(*context.profile, typed);
  if (name.ends_with("_name_regexes")) return RowNameCandidates(context, view, typed);
  return PlaceCandidates(*context.profile, name, typed);
}

}  // namespace profiler
