#ifndef PROFILER_COMPARE_STATS_FALSE_DISCOVERY_H_
#define PROFILER_COMPARE_STATS_FALSE_DISCOVERY_H_

#include <vector>

namespace profiler {

// Corrects p-values for the number of tests (Benjamini and Hochberg 1995): of all tests whose
// corrected value is at most q, the expected share of false ones is at most q.
std::vector<double> CorrectForAll(const std::vector<double>& p_values);

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_FALSE_DISCOVERY_H_
