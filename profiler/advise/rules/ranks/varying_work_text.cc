#include "profiler/advise/rules/ranks/varying_work_text.h"

#include <fmt/format.h>

#include <vector>

#include "profiler/advise/rules/ranks/grown_op_text.h"
#include "profiler/analysis/steps/ranks/varying_work.h"

namespace profiler {

std::string VaryingWorkText(const RuleInput& input, const RanksOfRun& ranks) {
  std::vector<SourceId> sources;
  for (const RankSteps* rank : ranks) {
    if (!rank->source.valid()) return "";
    sources.push_back(rank->source);
  }
  const auto work = FindVaryingWork(input.selected, sources);
  if (!work) return "";
  const Profile& profile = input.profile();
  const std::string what =
      work->op.valid()
          ? fmt::format("{} has inputs of {} in one step and of {} in another",
                        profile.strings[work->op], InputsText(profile.strings[work->few]),
                        InputsText(profile.strings[work->many]))
          : fmt::format(
                "ops of their devices take longer in some steps than in others, up "
                "to {:.1f} times, with as many calls: samples differ in length or size, "
                "not the GPUs' clocks (record_shapes=True shows it)",
                work->most);
  return fmt::format(
      ". The work of ranks changes from step to step, and with it which one is late: {}. Give "
      "all ranks as much in each step: batch samples of like length, or pack them to a fixed "
      "number of tokens",
      what);
}

}  // namespace profiler
