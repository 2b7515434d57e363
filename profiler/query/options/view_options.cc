#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

std::vector<OptionSpec> ViewOptions() {
  return {
      Used(OptionUse::kNeighbours,
           RegexOption("around", "hlo: instructions whose name matches, their operands and users.",
                       [](Options& o) -> RegexSet& { return o.query.around; })),
      Used(OptionUse::kModules,
           RegexOption("module", "buffers: only compiled programs whose name matches.",
                       [](Options& o) -> RegexSet& { return o.query.modules; })),
      Used(OptionUse::kIdleRows, BoolOption("show_idle", OptionGroup::kReport,
                                            "ops: with rows IDLE for the time that no op takes.",
                                            [](Options& o) -> bool& { return o.query.show_idle; })),
      Used(OptionUse::kCalls,
           BoolOption("per_call", OptionGroup::kReport,
                      "launches: a row is a call that launched something, not an op.",
                      [](Options& o) -> bool& { return o.query.per_call; })),
  };
}

}  // namespace

const OptionSet kViewOptions = {ViewOptions};

}  // namespace profiler
