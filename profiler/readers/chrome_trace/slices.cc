#include "profiler/readers/chrome_trace/slices.h"

#include <algorithm>

namespace profiler::chrome_trace {

// Ids are numbers or texts; one without an id is 0.
uint32_t Slices::FindProcess(const Value& pid) {
  const StringId key = builder_.Intern(pid.empty() ? "0" : pid.text);
  const auto [it, is_new] =
      process_index_.try_emplace(key, static_cast<uint32_t>(processes.size()));
  if (is_new) {
    processes.emplace_back();
    processes.back().key = key;
  }
  return it->second;
}

uint32_t Slices::FindThread(const Value& pid, const Value& tid) {
  const uint32_t process = FindProcess(pid);
  const StringId key = builder_.Intern(tid.empty() ? "0" : tid.text);
  const auto [it, is_new] =
      thread_index_.try_emplace({process, key}, static_cast<uint32_t>(threads.size()));
  if (is_new) {
    threads.emplace_back();
    threads.back().process = process;
    threads.back().key = key;
  }
  return it->second;
}

void SortSlices(std::vector<Slice>& slices) {
  const auto before = [](const Slice& a, const Slice& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.duration > b.duration;
  };
  if (!std::is_sorted(slices.begin(), slices.end(), before)) {
    std::stable_sort(slices.begin(), slices.end(), before);
  }
}

}  // namespace profiler::chrome_trace
