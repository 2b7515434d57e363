#include "profiler/advise/rules/ranks/unlike/uneven_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/analysis/accelerators/memory_copies.h"
#include "profiler/analysis/selection/event_scan.h"

namespace profiler {

std::string_view NounOfSources(const Profile& profile, bool is_one) {
  const bool are_ranks =
      std::all_of(profile.sources.values().begin(), profile.sources.values().end(),
                  [](const SourceRow& source) { return source.rank != kUnknown; });
  if (are_ranks) return is_one ? "rank" : "ranks";
  return is_one ? "process" : "processes";
}

std::string OnUnevenRanks(const Profile& profile, const UnevenSources& uneven) {
  if (uneven.high.empty()) return "";
  const std::string ranks = RanksText(profile, uneven.high);
  return uneven.high.size() == 1 ? fmt::format("on {}, ", ranks)
                                 : fmt::format("on {}, in the mean of them, ", ranks);
}

std::string OtherRanks(const Profile& profile, const UnevenSources& uneven) {
  if (uneven.others == 1) return fmt::format("the other {}", NounOfSources(profile, true));
  return fmt::format("the other {} {}", uneven.others, NounOfSources(profile, false));
}

std::string InMeanOfRanks(const Profile& profile, const std::map<SourceId, Int128>& of_step,
                          const UnevenSources& uneven) {
  if (of_step.size() < 2 || !uneven.high.empty()) return "";
  return fmt::format(" in the mean of {} {}", of_step.size(), NounOfSources(profile, false));
}

std::string OnCopyingRanks(const Selected& selected) {
  if (!selected.all()) return "";
  std::map<SourceId, Int128> times;
  for (const Track track : Tracks(selected, HoldsDeviceWork)) times[track.row.source];
  for (const auto& [source, copies] : CopiesToDevicesOf(selected.profile())) {
    times[source] = copies.pageable.time;
  }
  const UnevenSources uneven = UnevenSourcesOf(times, 0);
  if (uneven.high.empty()) return "";
  Int128 all = 0, high = 0;
  for (const auto& [source, time] : times) all += time;
  for (const SourceId source : uneven.high) high += times[source];
  return fmt::format(", {} of it on {}", Percent(Share(high, all)),
                     RanksText(selected.profile(), uneven.high));
}

}  // namespace profiler
