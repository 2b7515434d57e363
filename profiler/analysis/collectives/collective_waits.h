#ifndef PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_WAITS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_WAITS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/waits/never_joined.h"
#include "profiler/analysis/collectives/waits/unlike_ranks.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The collectives of one rank, or of one device if the source has several devices. Times in
// picoseconds.
struct RankWaits {
  SourceId source;  // the first, if several files of a run are of one rank
  DeviceId device;
  uint32_t run = 0;         // index in Runs
  int64_t collectives = 0;  // all collectives of the rank
  int64_t compared = 0;     // those that another rank recorded too and that wait for all ranks
  int64_t last = 0;         // of `compared`, those in which this rank arrived last
  Int128 total = 0;         // in all collectives
  Int128 wait = 0;          // in `compared`, until the last rank arrived
  Int128 waited_for = 0;    // of the other ranks, in those to which this rank came last
  Int128 late = 0;          // arrival after the first rank, summed over `compared`
  Int128 latest = 0;        // the maximum of the values summed in `late`
};

// What arrivals are known from.
enum class Arrivals : uint8_t {
  kNone,           // nothing was compared
  kByClocks,       // the ranks' clocks agree, and collectives end on all ranks at once
  kByClocksAlone,  // the clocks agree, and collectives end at different times (gloo)
  kDisagreeing,    // the clocks differ: all ranks end at once, so the shortest part began last
  kWithoutClocks,  // the same, as not all ranks recorded a wall clock
};

// The ranks of a run against each other.
struct RunWaits {
  Arrivals arrivals = Arrivals::kNone;
  int64_t compared = 0;   // collectives, each counted once
  int64_t unmatched = 0;  // that are not one: by clocks that agree they did not run at once
  // By how much the rank that ends collectives last does so after the one that ends them first, by
  // the median, in picoseconds: where clocks disagree, how far they are apart.
  double end_offset = 0;
};

// What is known of a rank's part in a collective, in picoseconds.
struct CollectivePart {
  static constexpr uint32_t kNotCompared = UINT32_MAX;

  uint32_t collective = kNotCompared;  // the same for all parts of a collective
  bool is_last = false;                // this rank arrived last
  bool lacks_ranks = false;            // a rank of its group recorded others, but not this one
  Int128 wait = 0;                     // until the last rank arrived
  Int128 late = 0;                     // after the first rank
  Int128 waited_for = 0;               // of the last rank: the waits of the others

  bool is_compared() const { return collective != kNotCompared; }
};

struct CollectiveWaits {
  std::vector<RankWaits> ranks;       // sorted by source and device of their first events
  std::vector<RunWaits> runs;         // by index in Runs
  std::vector<CollectivePart> parts;  // by event
  std::vector<UnlikeRanks> unlike;
  std::vector<NeverJoined> never_joined;  // by run

  int64_t compared() const;  // in all runs
};

// The n-th collective of a kind, group and step on one rank is matched with the n-th on the other
// ranks of its run. Clocks are not trusted if ranks end collectives always as far apart
// (ClockSkew), and trusted if by them no rank ends its collectives earlier or later than the others
// by the median: ends that scatter to both sides are no clock's doing, and neither
// are matches of different collectives, whose nearest ends agree. Calls that
// only request a collective are not compared. A collective that some ranks never join is a wait
// from begin to end.
CollectiveWaits FindWaits(const Profile& profile, const std::vector<CollectiveEvent>& events);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_WAITS_H_
