// How fast ranks send to each other, as the stages of a pipeline do.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_SEND_LINKS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_SEND_LINKS_H_

#include <cstdint>
#include <map>
#include <vector>

#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The large sends of one rank to another one.
struct SendLink {
  uint32_t run = 0;     // index in Runs
  SourceId from, to;    // a file of each rank
  int64_t sends = 0;    // that count: those for which the receiver came before or soon after
  int64_t bytes = 0;    // of those that count
  Int128 exchange = 0;  // of those that count, in picoseconds, while both ranks were in it
  int64_t all = 0;      // sends, with those that do not count
  double rate = 0;      // bytes a second, the median
  // When those that count exchanged data, by the files of the sender and those of the receiver.
  std::map<SourceId, std::vector<Interval>> at_sender, at_receiver;

  bool CrossesHosts(const Profile& profile) const;
};

// In the order of runs and ranks.
std::vector<SendLink> FindSendLinks(const Profile& profile, const ComparedCollectives& collectives);

struct SlowSendLink {
  SendLink slow;
  std::vector<SendLink> others;  // of the run; such that cross hosts as it does, if there are any
  double usual = 0;              // the median of their rates
  // The other direction between both ranks is as slow.
  bool both_ways = false;
  // Picoseconds in its sends beyond the usual rate. Of both ways, while at least one was.
  double excess = 0;
};

// The link of a run whose rate is below `share` of the others', that with most excess; `excess` is
// 0 if there is none.
SlowSendLink FindSlowSendLink(const Profile& profile, const std::vector<SendLink>& links,
                              uint32_t run, double share);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_SEND_LINKS_H_
