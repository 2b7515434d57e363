// The metrics of samples: what language profilers (e.g. cProfile) record per function, by name, and
// what sampling profilers count per stack, by MetricRow::kind.
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

// The kind of the metrics of a sampling profiler (pprof's sample types). Their names and units are
// the recorder's own. A metric in units of `count` belongs to the metric that follows it.
inline constexpr std::string_view kStackSamples = "stack samples";

}  // namespace profiler

#endif  // PROFILER_STORE_SAMPLE_METRICS_H_
