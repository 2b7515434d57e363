#include "profiler/advise/rules/ranks/unlike/uneven_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "profiler/advise/rules/ranks/rank_names.h"

namespace profiler {
namespace {

std::string_view NounOfSources(const Profile& profile) {
  const bool are_ranks =
      std::all_of(profile.sources.values().begin(), profile.sources.values().end(),
                  [](const SourceRow& source) { return source.rank != kUnknown; });
  return are_ranks ? "rank" : "process";
}

std::string_view NounsOfSources(const Profile& profile) {
  return NounOfSources(profile) == "rank" ? "ranks" : "processes";
}

}  // namespace

std::string OnUnevenRanks(const Profile& profile, const UnevenSources& uneven) {
  if (uneven.high.empty()) return "";
  const std::string ranks = RanksText(profile, uneven.high);
  return uneven.high.size() == 1 ? fmt::format("on {}, ", ranks)
                                 : fmt::format("on {}, in the mean of them, ", ranks);
}

std::string OtherRanks(const Profile& profile, const UnevenSources& uneven) {
  if (uneven.others == 1) return fmt::format("the other {}", NounOfSources(profile));
  return fmt::format("the other {} {}", uneven.others, NounsOfSources(profile));
}

std::string InMeanOfRanks(const Profile& profile, const std::map<SourceId, Int128>& of_step,
                          const UnevenSources& uneven) {
  if (of_step.size() < 2 || !uneven.high.empty()) return "";
  return fmt::format(" in the mean of {} {}", of_step.size(), NounsOfSources(profile));
}

}  // namespace profiler
