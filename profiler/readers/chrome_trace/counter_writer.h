#ifndef PROFILER_READERS_CHROME_TRACE_COUNTER_WRITER_H_
#define PROFILER_READERS_CHROME_TRACE_COUNTER_WRITER_H_

#include <string_view>

#include "profiler/readers/chrome_trace/devices.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Adds counters to the store as series. Counters in timelines that this program wrote
// (export/timeline/timeline_counters.h) get their original device, kind and unit.
class CounterWriter {
 public:
  CounterWriter(SourceId source, bool has_all_streams, Devices& devices, ProfileBuilder& builder)
      : source_(source), has_all_streams_(has_all_streams), devices_(devices), builder_(builder) {}

  void Write(const Slices& slices);

 private:
  MetricId OwnMetric(const CounterValue& counter);
  MetricId OthersMetric(const CounterValue& counter);
  DeviceId OwnDevice(std::string_view process);
  DeviceId OthersDevice(std::string_view process);

  const SourceId source_;
  const bool has_all_streams_;
  Devices& devices_;
  ProfileBuilder& builder_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_COUNTER_WRITER_H_
