#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

std::vector<OptionSpec> ProgramOptions() {
  return {
      RepeatedOption("c", OptionGroup::kProgram, "COMMAND", "Run this command; may be repeated.",
                     [](Options& o) -> std::vector<std::string>& { return o.commands; }),
      TextOption("f", OptionGroup::kProgram, "FILE", "Run the commands in this file.",
                 [](Options& o) -> std::string& { return o.script; }),
      BoolOption("no_rc", OptionGroup::kProgram, "Leave the user's rc file out.",
                 [](Options& o) -> bool& { return o.no_rc; }),
      BoolOption(
          "keep_going", OptionGroup::kProgram,
          "Go on after a command that failed, rather than end the run; the exit status is still 1.",
          [](Options& o) -> bool& { return o.keep_going; }),
  };
}

}  // namespace

const OptionSet kProgramOptions = {ProgramOptions};

}  // namespace profiler
