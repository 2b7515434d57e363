#include "profiler/export/timeline/timeline_processes.h"

#include <algorithm>

namespace profiler {

int64_t TimelineProcesses::Add(std::string_view name, std::string sort_key) {
  const auto pid = static_cast<int64_t>(by_key_.size());
  by_key_.emplace_back(std::move(sort_key), pid);
  writer_.NameProcess(pid, name);
  return pid;
}

void TimelineProcesses::WriteOrder() {
  if (by_key_.size() < 2) return;
  std::sort(by_key_.begin(), by_key_.end());
  for (size_t i = 0; i < by_key_.size(); ++i) {
    writer_.SortProcess(by_key_[i].second, static_cast<int64_t>(i));
  }
}

}  // namespace profiler
