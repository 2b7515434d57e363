#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

std::vector<OptionSpec> CompatOptions() {
  return {
      ChoiceOption("compat", {"auto", "tfprof", "off"},
                   "tfprof: its arithmetic, oddities too; off: without; auto: by the input.",
                   [](Options& o) -> std::string& { return o.compat; }),
  };
}

}  // namespace

const OptionSet kCompatOptions = {CompatOptions};

}  // namespace profiler
