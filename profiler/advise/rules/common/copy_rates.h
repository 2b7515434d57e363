#ifndef PROFILER_ADVISE_RULES_COMMON_COPY_RATES_H_
#define PROFILER_ADVISE_RULES_COMMON_COPY_RATES_H_

#include <string>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// How fast the copies of one process reach its devices.
struct CopyRates {
  // Where they are far slower than those of the others: "copies from pinned memory reach 3.1 GB/s
  // there, 24 GB/s on the median of the others: look at ..."; else empty.
  std::string slow_link;
  bool are_pinned = false;         // most of their time is from page-locked memory
  bool are_others_pinned = false;  // so it is of each of the others that copy
};
// `others` has the sources of each other process; empty if there is none.
CopyRates CopyRatesOf(const Profile& profile, const std::vector<SourceId>& own,
                      const std::vector<std::vector<SourceId>>& others);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_COPY_RATES_H_
