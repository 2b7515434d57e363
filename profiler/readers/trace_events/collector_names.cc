// Handles M events, which name processes and threads.
#include <cstdint>

#include "profiler/base/text/utf8.h"
#include "profiler/readers/trace_events/collector.h"

namespace profiler::chrome_trace {
void Collector::AddName(const TraceEvent& event) {
  const Arguments& args = event.args;
  const auto process = [&]() -> Process& {
    return slices_.processes[slices_.FindProcess(event.process)];
  };
  const auto thread = [&]() -> Thread& {
    return slices_.threads[slices_.FindThread(event.process, event.thread)];
  };
  const std::string_view name = LettersWithin(args[Arg::kName].text, kMostOfName);
  if (event.name == "process_name") {
    const int64_t start = args[Arg::kStartMicros].AsNumber().value_or(0);  // SageMaker's
    if (start > 0 && start <= INT64_MAX / 1000) base_ns_ = start * 1000;
    process().name = builder_.Intern(name);
  } else if (event.name == "thread_name" && args.Has(Arg::kLaneOf)) {  // of our own timelines
    slices_.JoinThread(event.process, event.thread, args[Arg::kLaneOf]);
  } else if (event.name == "thread_name") {
    thread().name = builder_.Intern(name);
  } else if (event.name == "thread_sort_index") {
    thread().sort_index = args[Arg::kSortIndex].AsNumber().value_or(kUnknown);
  }
}

}  // namespace profiler::chrome_trace
