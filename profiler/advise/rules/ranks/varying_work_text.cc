#include "profiler/advise/rules/ranks/varying_work_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "profiler/advise/rules/ranks/grown_op_text.h"
#include "profiler/analysis/steps/ranks/varying_work.h"

namespace profiler {
namespace {

std::string MakeVaryingText(const RuleInput& input, const std::vector<SourceId>& ranks) {
  const auto work = FindVaryingWork(input.selected, ranks);
  if (!work) return "";
  const Profile& profile = input.profile();
  const std::string what =
      work->op.valid()
          ? fmt::format("{} has inputs of {} in one step and of {} in another",
                        profile.strings[work->op], InputsText(profile.strings[work->few]),
                        InputsText(profile.strings[work->many]))
          : fmt::format(
                "ops of their devices take longer in some steps than in others, up to {:.1f} "
                "times, for the same number of calls: samples differ in length or size, or the "
                "GPUs' clocks changed (record_shapes=True shows which)",
                work->most);
  return fmt::format(
      ". The work of ranks changes from step to step, and with it which one is late: {}. Give "
      "all ranks as much in each step: batch samples of like length, or pack them to a fixed "
      "number of tokens",
      what);
}

}  // namespace

std::string VaryingWorkText(const RuleInput& input, const RanksOfRun& ranks) {
  std::vector<SourceId> sources;
  for (const RankSteps* rank : ranks) {
    if (!rank->source.valid()) return "";
    sources.push_back(rank->source);
  }
  std::sort(sources.begin(), sources.end());
  std::string key = fmt::format("varying work, {}, of", input.selected.Key());
  for (const SourceId source : sources) key += fmt::format(" {}", source.row());
  // Several texts on one wait ask for it.
  return *input.context.memo().Get<std::string>(input.profile().identity, key,
                                                [&] { return MakeVaryingText(input, sources); });
}

}  // namespace profiler
