#include "profiler/advise/rules/ranks/unlike/slow_copies.h"

#include <vector>

#include "profiler/advise/rules/common/copy_rates.h"

namespace profiler {

std::string WhyCopyingIsSlow(const Profile& profile, const RankSteps& slow,
                             const RanksOfRun& others) {
  std::vector<std::vector<SourceId>> sources;
  sources.reserve(others.size());
  for (const RankSteps* other : others) sources.push_back({other->source});
  const CopyRates rates = CopyRatesOf(profile, {slow.source}, sources);
  if (!rates.slow_link.empty()) return rates.slow_link;
  if (!rates.are_pinned && rates.are_others_pinned) {
    return "the memory that it copies from is not pinned there, unlike that of the others: pin it "
           "there, too";
  }
  return rates.are_pinned
             ? "look at its link to the host and at what else uses that"
             : "look at its link to the host, at what else uses that, and whether the memory is "
               "pinned there, too";
}

}  // namespace profiler
