// Broadcasts in which ranks wait for each other.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_BROADCASTS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_BROADCASTS_H_

#include "profiler/analysis/collectives/waits/matches.h"

namespace profiler {

// Removes the broadcasts whose ranks do not end together. In a ring with full buffers none goes on
// before the last one has come, the root included; a small broadcast lets the root go on, so that
// who waited is unknown. Where clocks differ, the other collectives show by how much.
void RemoveBroadcastsApart(CollectiveMatches& matches);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_BROADCASTS_H_
