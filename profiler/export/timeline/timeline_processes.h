#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_PROCESSES_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_PROCESSES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/export/timeline/timeline_writer.h"

namespace profiler {

// Numbers the processes of one file, in order of first use.
class TimelineProcesses {
 public:
  explicit TimelineProcesses(TraceWriter& writer) : writer_(writer) {}

  int64_t Add(std::string_view name, std::string sort_key);
  // Writes the display order of the processes: ascending by sort key.
  void WriteOrder();

 private:
  TraceWriter& writer_;
  std::vector<std::pair<std::string, int64_t>> by_key_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_PROCESSES_H_
