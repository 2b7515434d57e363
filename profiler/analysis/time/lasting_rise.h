#ifndef PROFILER_ANALYSIS_TIME_LASTING_RISE_H_
#define PROFILER_ANALYSIS_TIME_LASTING_RISE_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

// A metric that grows until its last sample without coming down, as memory that leaks does.
struct LastingRise {
  double from = 0, to = 0;
  double picos = 0;  // how long it has grown
};

// The longest rise by `least` or more that lasts `least_picos` or longer, of values at `times`, in
// picoseconds. It grows in most of ten equal parts of its time and goes on in the last two, so
// neither what is allocated once nor a start that levels off is one. What falls and rises again is
// none, and nor is what had been as high before. nullopt if there is none.
std::optional<LastingRise> FindLastingRise(const std::vector<int64_t>& times,
                                           const std::vector<double>& values, double least,
                                           double least_picos);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_LASTING_RISE_H_
