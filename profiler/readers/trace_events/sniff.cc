#include "profiler/readers/trace_events/sniff.h"

#include "profiler/readers/common/sniff_text.h"

namespace profiler::chrome_trace {

int TraceEventsScore(std::string_view json) {
  const std::string_view text = BeginningOfText(json);
  if (text.starts_with('{')) {
    if (HasKey(text, "\"traceEvents\"")) return 95;
    // Kineto may write a lot before the events.
    return HasKey(text, "\"schemaVersion\"") && HasKey(text, "\"deviceProperties\"") ? 80 : 0;
  }
  if (!text.starts_with('[')) return 0;
  const std::string_view first = profiler::SkipBlanks(text.substr(1));
  const bool has_event =
      first.starts_with('{') && HasKey(first.substr(0, kFirstObjectBytes), "\"ph\"");
  return has_event ? kArrayScore : 0;
}

}  // namespace profiler::chrome_trace
