#ifndef PROFILER_ADVISE_FACTS_DIPS_H_
#define PROFILER_ADVISE_FACTS_DIPS_H_

#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/facts/system_use.h"
#include "profiler/store/profile.h"

namespace profiler {

// Times from the profile's start, in picoseconds.
using TimeInterval = std::pair<Int128, Int128>;

// When a node was used little, while it trained.
struct Dips {
  std::vector<TimeInterval> intervals;  // by time, apart from each other
  TimeInterval within = {0, 0};         // the steps, or all samples where there are none
  double inside = 0, outside = 0;       // the mean use
  Int128 period = 0;  // from one begin to the next, where four in five of these are alike; or 0

  double share() const;  // of the time
};
// `use`: at the node's points; a dip is where it is below `limit`.
Dips FindDips(const Profile& profile, const NodeUse& node, const std::vector<double>& use,
              double limit);

// The time of the median step; 0 where none was recorded.
Int128 MedianStep(const Profile& profile);

// What ran on a node much more while it dipped than else; shares of that time. No name: nothing.
struct RanInDips {
  std::string name;
  double inside = 0, outside = 0;
};
RanInDips MostInDips(const Profile& profile, const std::string& node, const Dips& dips);

}  // namespace profiler

#endif  // PROFILER_ADVISE_FACTS_DIPS_H_
