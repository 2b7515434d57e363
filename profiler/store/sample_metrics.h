// The names of the metrics that language profilers (e.g. cProfile) record per function.
#ifndef PROFILER_STORE_SAMPLE_METRICS_H_
#define PROFILER_STORE_SAMPLE_METRICS_H_

#include <string_view>

namespace profiler {

inline constexpr std::string_view kCallsMetric = "calls";
// The number of calls that are not recursive.
inline constexpr std::string_view kPrimitiveCallsMetric = "primitive_calls";
inline constexpr std::string_view kSelfTimeMetric = "self_time";  // ps
// The time of a function with its callees, in ps. Only for recordings in which callees are not
// children of the frame.
inline constexpr std::string_view kCumulativeTimeMetric = "cumulative_time";

}  // namespace profiler

#endif  // PROFILER_STORE_SAMPLE_METRICS_H_
