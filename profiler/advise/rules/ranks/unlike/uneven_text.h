// How findings name the ranks that they are about, where a mean over all ranks would hide them.
#ifndef PROFILER_ADVISE_RULES_RANKS_UNLIKE_UNEVEN_TEXT_H_
#define PROFILER_ADVISE_RULES_RANKS_UNLIKE_UNEVEN_TEXT_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/ranks/uneven_sources.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// "rank" or "process", or their plurals.
std::string_view NounOfSources(const Profile& profile, bool is_one);

// "on rank 0, ", "on ranks 0 and 4, in the mean of them, "; "" where no rank differs.
std::string OnUnevenRanks(const Profile& profile, const UnevenSources& uneven);

// "the other 7 ranks", or "the other rank".
std::string OtherRanks(const Profile& profile, const UnevenSources& uneven);

// " in the mean of 8 ranks", of several that do not differ; else "".
std::string InMeanOfRanks(const Profile& profile, const std::map<SourceId, Int128>& of_step,
                          const UnevenSources& uneven);

// ", 98% of it on rank 0": the few ranks with most of the copies to devices that are not from
// pinned memory. Else "".
std::string OnCopyingRanks(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_UNLIKE_UNEVEN_TEXT_H_
