#include "profiler/readers/trace_events/slices.h"

#include <algorithm>

namespace profiler::chrome_trace {

namespace {

std::string_view KeyOf(const Value& id) { return id.empty() ? "0" : id.text; }

}  // namespace

// Ids are numbers or texts; a missing id is 0.
uint32_t Slices::FindProcess(const Value& pid) {
  const std::string_view text = KeyOf(pid);
  if (last_process_ < processes.size() &&
      builder_.strings()[processes[last_process_].key] == text) {
    return last_process_;
  }
  const StringId key = builder_.Intern(text);
  const auto [it, is_new] =
      process_index_.try_emplace(key, static_cast<uint32_t>(processes.size()));
  if (is_new) {
    processes.emplace_back();
    processes.back().key = key;
  }
  return last_process_ = it->second;
}

uint32_t Slices::FindThread(const Value& pid, const Value& tid) {
  const uint32_t process = FindProcess(pid);
  const std::string_view text = KeyOf(tid);
  if (last_thread_ < threads.size() && threads[last_thread_].process == process &&
      builder_.strings()[threads[last_thread_].key] == text) {
    return last_thread_;
  }
  const StringId key = builder_.Intern(text);
  const auto [it, is_new] =
      thread_index_.try_emplace({process, key}, static_cast<uint32_t>(threads.size()));
  if (is_new) {
    threads.emplace_back();
    threads.back().process = process;
    threads.back().key = key;
  }
  return last_thread_ = it->second;
}

void Slices::JoinThread(const Value& pid, const Value& tid, const Value& of) {
  const uint32_t process = FindProcess(pid), thread = FindThread(pid, of);
  thread_index_.try_emplace({process, builder_.Intern(KeyOf(tid))}, thread);
}

void SortFlows(Slices& slices) {
  for (auto& [key, ends] : slices.flows) {
    std::stable_sort(ends.begin(), ends.end(),
                     [](const FlowEnd& a, const FlowEnd& b) { return a.time < b.time; });
  }
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
