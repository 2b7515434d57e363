#include "cli/obeyed.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/base/status.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/engine/commands.h"

namespace profiler {
namespace {

// Whether options of this group ask something of a command. The others say what is opened and run.
bool IsForCommands(const OptionSpec& spec) {
  return spec.group == OptionGroup::kFilter || spec.group == OptionGroup::kReport;
}

// Whether it only sets options for the commands that follow.
bool IsSetOrOpen(const BuiltIn* built_in) {
  return built_in != nullptr &&
         (built_in->kind == CommandKind::kSet || built_in->kind == CommandKind::kOpen);
}

absl::Status CheckBuiltIn(std::string_view name, const BuiltIn& built_in, const OptionSpec& spec) {
  if (IsSetOrOpen(&built_in)) return absl::OkStatus();
  if (built_in.kind == CommandKind::kSchema) {
    if (spec.use == OptionUse::kEveryCommand || built_in.obeys.Has(spec.use)) {
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(
        fmt::format("schema does not take -{}: it shows what columns mean, not values", spec.name));
  }
  if (built_in.kind == CommandKind::kServe) {
    const bool is_of_all = spec.use == OptionUse::kEveryCommand && spec.name != "output";
    if (is_of_all || built_in.obeys.Has(spec.use)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        fmt::format("serve does not take -{}: give it on the page, or with `set`", spec.name));
  }
  return absl::InvalidArgumentError(fmt::format("{} takes no options", name));
}

// Whether the view has what the option's value names.
bool HasValue(const Command& command, const OptionSpec& spec) {
  const View& view = *command.view;
  const Query& query = command.options.query;
  if (!view.obeys.Has(spec.use)) return true;  // tfprof's own options of `advise`
  // An option for other commands names columns that a query has by chance only.
  const bool names_columns = spec.use == OptionUse::kRows || spec.use == OptionUse::kOrder;
  if (names_columns && view.obeys.Has(OptionUse::kSql)) return false;
  switch (spec.use) {
    case OptionUse::kMeaningOfRows:
      return TakesBy(view, query.by);
    case OptionUse::kOrder:
      return HasOrderColumn(view, query, IsCompared(command));
    case OptionUse::kColumns:
      return HasSelectedColumn(view, query, IsCompared(command));
    default:
      return true;
  }
}

// Whether the command can answer in the format: some have a place for verdicts only.
bool HasForm(const Command& command, const Renderer& renderer) {
  if (!renderer.shows_verdicts_only) return true;
  return command.view != nullptr && command.view->obeys.Has(OptionUse::kFailOn);
}

absl::Status CheckFormat(std::string_view name, const Command& command) {
  const Renderer* const renderer = FindRenderer(command.options.format);
  if (renderer == nullptr || HasForm(command, *renderer)) return absl::OkStatus();
  std::vector<std::string_view> names;
  for (const View& view : AllCommands()) {
    if (view.obeys.Has(OptionUse::kFailOn)) names.push_back(view.name);
  }
  return absl::InvalidArgumentError(
      fmt::format("-format {} shows verdicts only, and {} judges nothing: {} do", renderer->name,
                  name, JoinWords(names)));
}

bool IsWritten(const OptionWords& written, const OptionSpec& spec) {
  return std::any_of(written.given.begin(), written.given.end(),
                     [&](const auto& one) { return one.first == &spec; });
}

}  // namespace

bool IsCompared(const Command& command) {
  return command.view != nullptr && !command.options.base_paths.empty() &&
         FindExporter(command.options.output.type) == nullptr &&
         command.view->obeys.Has(OptionUse::kBase);
}

absl::Status CheckObeyed(std::string_view name, const BuiltIn* built_in, const OptionWords& written,
                         const Command& command) {
  const Exporter* const exporter = FindExporter(command.options.output.type);
  for (const auto& [spec, value] : written.given) {
    // What to compare with is an input that only some commands use.
    const bool is_base = spec->use == OptionUse::kBase && built_in == nullptr;
    if (!IsForCommands(*spec) && !is_base) continue;
    if (spec->name == "format" && !IsSetOrOpen(built_in)) {
      PROFILER_RETURN_IF_ERROR(CheckFormat(name, command));
    }
    if (built_in != nullptr) {
      PROFILER_RETURN_IF_ERROR(CheckBuiltIn(name, *built_in, *spec));
      continue;
    }
    const View& view = *command.view;
    const bool compares = spec->use == OptionUse::kComparing || spec->use == OptionUse::kKeys;
    if (compares && view.obeys.Has(spec->use) && command.options.base_paths.empty()) {
      return absl::InvalidArgumentError(
          fmt::format("-{} is for a comparison: name what to compare with, as in `profiler {} NEW "
                      "-base OLD`",
                      spec->name, name));
    }
    if (!Accepts(view, exporter, *spec)) {
      return absl::InvalidArgumentError(WhyRefused(view, exporter, *spec, AllCommands()));
    }
    if (spec->use == OptionUse::kMeaningOfRows && !TakesBy(view, value)) {
      return absl::InvalidArgumentError(WhyByRefused(view, value, AllCommands()));
    }
  }
  const bool is_query = command.view != nullptr && command.view->obeys.Has(OptionUse::kSql);
  if (is_query && exporter != nullptr) {
    return absl::InvalidArgumentError(fmt::format(
        "-output {0} writes the profile, not the rows of a query: for these give `-format csv "
        "-output file:outfile=FILE`, for the profile `info -output {0}:outfile=FILE`",
        exporter->name));
  }
  return absl::OkStatus();
}

void PassOverOthers(const OptionWords& written, Command& command) {
  if (command.view == nullptr) return;
  const View& view = *command.view;
  static const Options& defaults = *new Options();
  const Exporter* const exporter = FindExporter(command.options.output.type);
  for (const OptionSpec& spec : AllOptions()) {
    if (!IsForCommands(spec) || IsWritten(written, spec)) continue;
    // How pages are served is no matter of the answers that they show.
    if (spec.use == OptionUse::kServe) continue;
    const std::string value = spec.get(command.options), standard = spec.get(defaults);
    if (value == standard) continue;
    const bool has_value = spec.name == "format" ? FindRenderer(value) == nullptr ||
                                                       HasForm(command, *FindRenderer(value))
                                                 : HasValue(command, spec);
    if (Accepts(view, exporter, spec) && has_value) continue;
    command.passed_over.push_back(
        {&spec, fmt::format("-{} {} is passed over: {} {}", spec.name, value, view.name,
                            !Accepts(view, exporter, spec)    ? "does not take it"
                            : spec.name == "format"           ? "judges nothing"
                            : view.obeys.Has(OptionUse::kSql) ? "takes it beside its query only"
                                                              : "has no such column")});
    // Cannot fail, because it is the option's own spelling of its default.
    spec.set(command.options, standard).IgnoreError();
  }
}

std::vector<Note> PassedOverNotes::Of(const Command& command) {
  std::vector<Note> notes;
  for (const PassedOver& one : command.passed_over) {
    if (!told_.insert(one.option).second) continue;
    notes.push_back({"option_passed_over", Severity::kInfo, one.text});
  }
  return notes;
}

}  // namespace profiler
