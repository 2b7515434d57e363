#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

std::vector<OptionSpec> AnswerOptions() {
  return {
      BoolOption("merge_steps", OptionGroup::kReport,
                 "-output timeline: one file for all steps, not one for each.",
                 [](Options& o) -> bool& { return o.merge_steps; }),
      BoolOption("no_args", OptionGroup::kReport,
                 "-output store: leave the raw arguments of events out.",
                 [](Options& o) -> bool& { return o.no_args; }),
      BoolOption("tables", OptionGroup::kReport,
                 "schema: the tables that every profile is turned into, and their columns.",
                 [](Options& o) -> bool& { return o.tables; }),
      BoolOption("timing", OptionGroup::kReport,
                 "After a command, tell on stderr where time and memory went.",
                 [](Options& o) -> bool& { return o.timing; }),
  };
}

}  // namespace

const OptionSet kAnswerOptions = {AnswerOptions};

}  // namespace profiler
