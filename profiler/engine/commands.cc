#include "profiler/engine/commands.h"

#include <algorithm>

#include "profiler/compare/check/check.h"
#include "profiler/compare/diff.h"
#include "profiler/compare/trend/trend.h"
#include "profiler/engine/check_command.h"
#include "profiler/engine/job_report.h"
#include "profiler/engine/sql/sql_command.h"
#include "profiler/engine/trend.h"

namespace profiler {
namespace {

absl::StatusOr<Report> Diff(Answerer& /*answerer*/, const std::vector<const Selected*>& of,
                            const Query& query, const CompareOptions& compare,
                            RunContext& context) {
  return DiffReport(*of[0], *of[1], query, compare, context);
}

View ReportCommand() {
  return {
      .name = "report",
      .summary = "the whole job in one document: findings, then evidence",
      .details =
          "Parts: what was recorded, what `advise` found (the worst first), how processors and "
          "GPUs were used, steps and phases, the ops, kernels and memory that took most, what was "
          "read. What the profile does not hold is left out. -format markdown makes a page of it; "
          "-top N shows N rows of each table.",
      .run = nullptr,
      .rows = RowKind::kOther,
      .sections = JobReportParts,
      .obeys = kSelectionUses | OptionUse::kTop | OptionUse::kCheckers | OptionUse::kThresholds |
               OptionUse::kFailOn,
  };
}

View DiffCommand() {
  return {
      .name = "diff",
      .summary = "what changed since a base profile, and whether it is more than noise",
      .details =
          "`diff NEW -base OLD` compares the whole steps of two profiles. First a sentence: how "
          "much the typical step changed, with its 95 % interval. Then what explains it, table by "
          "table, largest changes first: parts of the step, ops, idle time, kernels, scopes, "
          "lines, collectives, launches, peaks of memory, system metrics; what was renamed; what "
          "else differs. Verdicts: added, removed; same, if the interval lies within 1 % of the "
          "time; slower, faster; unclear, if noise hides it. Rows that did not change are folded "
          "for people: -top N shows N. With two or more runs of each (-base A -base B) runs are "
          "compared, not steps.",
      .run = nullptr,
      .rows = RowKind::kOther,
      .sections = DiffTables,
      .obeys = kSelectionUses | OptionUse::kTop | kBaseUses,
  };
}

View CheckCommand() {
  return {
      .name = "check",
      .summary = "whether requirements hold: exit status 3 if not, for CI",
      .details =
          "`check NEW -require 'steps: median(total_us) <= 20ms' -require 'op[MatMul]: micros <= "
          "1.05 * base' -base OLD` has a row for each requirement, broken ones first. A "
          "requirement on the base is broken only if the worsening is more than noise (p < 0.05) "
          "and beyond the bound; `unclear` passes unless -strict_noise. -budgets FILE reads "
          "requirements with names, severities and owners from TOML. One that finds no row is an "
          "error. The exit status is 3 if an error is broken, with -fail_on warning also for a "
          "warning. -format junit, github and markdown are for CI systems (docs/ci.md).",
      .run = nullptr,
      .rows = RowKind::kOther,
      .columns = [] { return EmptyCheckReport().columns; },
      .obeys = kSelectionUses | OptionUse::kFailOn | OptionUse::kBase | OptionUse::kRequirements,
  };
}

View TrendCommand() {
  return {
      .name = "trend",
      .summary = "how measures change over many runs, and since which run",
      .details =
          "`trend PROFILE... -of 'steps: median(total_us)'` opens each profile by itself: a row is "
          "a run, with the measures asked for (-of). Runs are in the order of their recording "
          "times, if all have one, or else as given. Changes are found by E-divisive with a "
          "permutation test (p_value, docs/metrics.md); those below 1 % are left out. A row of "
          "`measures` has the values of all runs, which pretty draws from the least one. The exit "
          "status is 3 with -fail_on warning if the last change of a time or of bytes is a "
          "worsening, unless accelerators changed there; -format junit and github are for CI.",
      .run = nullptr,
      .rows = RowKind::kOther,
      .columns = [] { return TrendColumns({}); },
      .sections = TrendTables,
      .obeys = kSelectionUses | OptionUse::kMeasures | OptionUse::kFailOn,
      .inputs = ProfilesAs::kEach,
  };
}

std::vector<View> ViewsAndComposites() {
  std::vector<View> commands = AllViews();
  for (const Composite& composite : AllComposites()) {
    const auto place = std::find_if(commands.begin(), commands.end(), [&](const View& command) {
      return command.name == composite.before;
    });
    commands.insert(place, composite.about);
  }
  return commands;
}

}  // namespace

const std::vector<Composite>& AllComposites() {
  static const std::vector<Composite> kComposites = {
      {.about = ReportCommand(), .before = "info", .profiles = 1, .run = JobReport},
      {.about = DiffCommand(), .before = "info", .profiles = 2, .run = Diff},
      {.about = CheckCommand(),
       .before = "info",
       .profiles = 1,
       .run = CheckAnswer,
       .may_have_base = true},
      {.about = TrendCommand(), .before = "info", .profiles = 1, .run = TrendOfOne},
      {.about = SqlCommand(),
       .before = "info",
       .profiles = 1,
       .run = AnswerSql,
       .may_have_base = true,
       .may_have_parts = true},
  };
  return kComposites;
}

const Composite* FindComposite(std::string_view name) {
  for (const Composite& composite : AllComposites()) {
    if (composite.about.name == name) return &composite;
  }
  return nullptr;
}

const std::vector<View>& AllCommands() {
  static const std::vector<View> kCommands = ViewsAndComposites();
  return kCommands;
}

const std::vector<View>& CommandsOnOneProfile() {
  static const std::vector<View>& commands = *new auto([] {
    std::vector<View> all = AllCommands();
    std::erase_if(all, [](const View& command) {
      const Composite* const composite = FindComposite(command.name);
      return composite != nullptr && (composite->profiles != 1 || composite->may_have_base);
    });
    return all;
  }());
  return commands;
}

const View* FindCommand(std::string_view name) {
  for (const View& command : AllCommands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

}  // namespace profiler
