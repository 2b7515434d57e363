#include "cli/ask/opened.h"

#include <fmt/format.h>

#include "profiler/base/status.h"
#include "profiler/base/utc_offset.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/sql/sql_command.h"

namespace profiler {
namespace {

// Adds each of several input paths as a profile of its own, if the command's query names them.
absl::Status AddParts(const Command& command, const OpenOne& open, Opened& opened,
                      std::vector<ProfileHandle>& profiles) {
  if (opened.part_paths.size() < 2 || !AsksForParts(command.options.query)) {
    return absl::OkStatus();
  }
  constexpr size_t kMostParts = 8;  // SQLite has room for ten schemas
  if (opened.part_paths.size() > kMostParts) {
    return absl::InvalidArgumentError(
        fmt::format("a query can name each of at most {} profiles, not of {}: tables without p1, "
                    "p2 and so on have the rows of all",
                    kMostParts, opened.part_paths.size()));
  }
  if (opened.parts.empty()) {
    std::vector<ProfileHandle> parts;
    for (const std::string& path : opened.part_paths) {
      PROFILER_ASSIGN_OR_RETURN(parts.emplace_back(), open(path));
    }
    opened.parts = std::move(parts);
  }
  if (profiles.size() == 1) profiles.push_back(profiles.front());
  profiles.insert(profiles.end(), opened.parts.begin(), opened.parts.end());
  return absl::OkStatus();
}

}  // namespace

OpenRequest InputsOf(const Options& options) {
  return {options.profile_paths,   options.graph_path,
          options.run_meta_paths,  options.op_log_path,
          options.checkpoint_path, options.run,
          options.input_format,    options.threads,
          options.metrics_paths,   ParseUtcOffset(options.metrics_utc_offset)};
}

bool IsCompared(const Command& command, const Opened& opened) {
  return opened.base && command.view != nullptr && command.view->obeys.Has(OptionUse::kBase);
}

absl::StatusOr<std::vector<ProfileHandle>> ProfilesFor(const Command& command, Opened& opened,
                                                       const OpenOne& open) {
  const Composite* const composite = FindComposite(command.view->name);
  if (composite != nullptr && composite->may_have_parts) {
    std::vector<ProfileHandle> profiles = {opened.profile};
    if (opened.base) profiles.push_back(opened.base);
    PROFILER_RETURN_IF_ERROR(AddParts(command, open, opened, profiles));
    return profiles;
  }
  if (IsCompared(command, opened)) return std::vector<ProfileHandle>{opened.profile, opened.base};
  if (composite != nullptr && composite->profiles > 1) {
    return absl::InvalidArgumentError(
        fmt::format("{0} compares two profiles: name the other, as in `profiler {0} NEW -base OLD`",
                    command.view->name));
  }
  return std::vector<ProfileHandle>{opened.profile};
}

Question QuestionOf(const Command& command, bool gives_statistic, const Renderer& renderer) {
  Question question;
  question.command = command.view->name;
  question.query = command.options.query;
  // A page shows what its readers unfold.
  question.query.leaves_out_folded =
      renderer.leaves_out_folded && !command.options.output.is_page();
  question.statistic_is_given = (gives_statistic || command.gives_statistic) &&
                                command.view->obeys.Has(OptionUse::kStatistic);
  question.compat = CompatOf(command.options.compat);
  question.rules_file = command.options.rules_file;
  question.compare = command.options.compare;
  // Programs read only stdout, so the answer must include problems of inputs.
  question.answer_shows_problems = renderer.render_error != nullptr;
  return question;
}

RenderContext ContextOf(const Command& command, const Opened& opened, size_t threads) {
  const Query& query = command.options.query;
  RenderContext about;
  about.command = command.text;
  about.inputs = opened.input_paths;
  if (IsCompared(command, opened)) about.base = opened.base_paths;
  about.order_by = query.order_by.name;
  about.selects = !query.selects_default();
  about.threads = threads;
  about.says_values = true;
  return about;
}

}  // namespace profiler
