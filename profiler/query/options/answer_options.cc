#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec NoPagerOption() {
  OptionSpec spec = BoolOption("no_pager", OptionGroup::kReport,
                               "On a terminal, print long answers without a pager.",
                               [](Options& o) -> bool& { return o.no_pager; });
  spec.details =
      "An answer that is longer than the screen is shown with the command in $PROFILER_PAGER, else "
      "in $PAGER, else with less. An empty command and `cat` mean no pager. Without $LESS, less "
      "gets FRX: colors are shown, and the answer stays on the screen.";
  return spec;
}

std::vector<OptionSpec> AnswerOptions() {
  return {
      Used(OptionUse::kMergedSteps,
           BoolOption("merge_steps", OptionGroup::kReport,
                      "-output timeline: one file for all steps, not one for each.",
                      [](Options& o) -> bool& { return o.merge_steps; })),
      Used(OptionUse::kRawArguments,
           BoolOption("no_args", OptionGroup::kReport,
                      "-output store: leave the raw arguments of events out.",
                      [](Options& o) -> bool& { return o.no_args; })),
      Used(OptionUse::kSchema,
           BoolOption("tables", OptionGroup::kReport,
                      "schema: the tables that every profile is turned into, and their columns.",
                      [](Options& o) -> bool& { return o.tables; })),
      Used(OptionUse::kSchema, BoolOption("options", OptionGroup::kReport,
                                          "schema: the options, and which commands take them.",
                                          [](Options& o) -> bool& { return o.options; })),
      BoolOption("timing", OptionGroup::kReport,
                 "After each command, print its time and memory on stderr.",
                 [](Options& o) -> bool& { return o.timing; }),
      NoPagerOption(),
  };
}

}  // namespace

const OptionSet kAnswerOptions = {AnswerOptions};

}  // namespace profiler
