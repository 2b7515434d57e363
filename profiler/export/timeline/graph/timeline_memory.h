#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_MEMORY_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_MEMORY_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiler/export/timeline/timeline_slices.h"

namespace profiler {

// The memory of a device's allocator over time, and the ops that held the most memory, drawn as in
// tfprof's files.
class MemoryDrawer {
 public:
  MemoryDrawer(const TimelineSource& source, TraceWriter& writer, TimelineProcesses& processes);

  void NameProcesses();
  void Draw();

  struct Peak {
    std::string device;
    int64_t bytes = 0;
  };
  // For devices other than CPUs, sorted by name.
  std::vector<Peak> Peaks() const;

 private:
  struct Sample {
    Int128 time = 0;
    uint32_t rank = 0;
    int64_t bytes = 0;
  };
  // A change of the memory that is allocated for an op.
  struct Change {
    Int128 time = 0;
    OpId op;
    Int128 delta = 0;
  };
  // One step on one device.
  struct Series {
    std::vector<Sample> samples;
    std::vector<Change> changes;
  };
  struct Device {
    SourceId source;  // the first source that recorded the device
    bool is_cpu = false;
    int64_t pid = 0;
    int64_t peak = 0;
    std::map<int64_t, Series> steps;  // by number
  };

  void Collect();
  Series* SeriesOf(DeviceId device, StepId step);
  void TakeSamples();
  void TakeChanges();
  void DrawSeries(int64_t pid, Series& series);

  const TimelineSource& source_;
  const Profile& profile_;
  TraceWriter& writer_;
  TimelineProcesses& processes_;
  std::map<std::pair<std::string, DeviceId>, Device> devices_;  // by name
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_MEMORY_H_
