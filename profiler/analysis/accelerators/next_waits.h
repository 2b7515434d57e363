#ifndef PROFILER_ANALYSIS_ACCELERATORS_NEXT_WAITS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_NEXT_WAITS_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// When threads wait again. All waits must be added, and then sorted, before they are looked up.
class NextWaits {
 public:
  void Add(TrackId thread, int64_t begin) { begins_[thread].push_back(begin); }
  void Sort() {
    for (auto& [thread, begins] : begins_) std::sort(begins.begin(), begins.end());
  }

  // When the first wait of the thread at `time` or later begins; INT64_MAX if there is none.
  int64_t From(TrackId thread, int64_t time) const {
    const auto of_thread = begins_.find(thread);
    if (of_thread == begins_.end()) return INT64_MAX;
    const std::vector<int64_t>& begins = of_thread->second;
    const auto next = std::lower_bound(begins.begin(), begins.end(), time);
    return next == begins.end() ? INT64_MAX : *next;
  }

 private:
  std::map<TrackId, std::vector<int64_t>> begins_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_NEXT_WAITS_H_
