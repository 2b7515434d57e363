// The metrics that samples of functions have, by name: what profilers of a language count.
#ifndef PROFILER_STORE_SAMPLE_METRICS_H_
#define PROFILER_STORE_SAMPLE_METRICS_H_

#include <string_view>

namespace profiler {

inline constexpr std::string_view kCallsMetric = "calls";
inline constexpr std::string_view kPrimitiveCallsMetric = "primitive_calls";  // not from itself
inline constexpr std::string_view kSelfTimeMetric = "self_time";              // ps
// With what it called, ps. Only where callees do not stand below the frame.
inline constexpr std::string_view kCumulativeTimeMetric = "cumulative_time";

}  // namespace profiler

#endif  // PROFILER_STORE_SAMPLE_METRICS_H_
