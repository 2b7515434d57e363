#ifndef PROFILER_ANALYSIS_PHASES_PHASE_DURATIONS_H_
#define PROFILER_ANALYSIS_PHASES_PHASE_DURATIONS_H_

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"

namespace profiler {

// The durations of phases: one duration per phase and step of the job, and one per event outside of
// steps.
class Phases {
 public:
  // Use Span() if the duration of a phase in a step is the time from its first start on a node to
  // its last end there, Sum() if it is the sum of event durations of a source. Of several nodes or
  // sources it is their mean, as their clocks may differ.
  void Span(std::string_view phase, const StepKey& step, StringId node, const JobSpan& span) {
    const auto [it, is_new] = spans_[{phase, step}].try_emplace(node, span);
    if (!is_new) it->second.Add(span);
  }
  void Sum(std::string_view phase, const StepKey& step, SourceId source, Int128 time) {
    sums_[{phase, step}][source] += time;
  }
  void Outside(std::string_view phase, Int128 time) {
    auto it = durations_.find(phase);
    if (it == durations_.end()) {
      it = durations_.try_emplace(std::string(phase)).first;
      order_.push_back(it->first);
    }
    it->second.push_back(static_cast<double>(time));
  }

  // Calls take(phase, durations) for each phase, sorted by name or in the order of insertion.
  template <typename Take>
  void Finish(bool by_name, const Take& take) {
    for (const auto& [key, by_node] : spans_) {
      Int128 sum = 0;
      for (const auto& [node, span] : by_node) sum += span.end - span.begin;
      Outside(key.first, sum / static_cast<int64_t>(by_node.size()));
    }
    for (const auto& [key, by_source] : sums_) {
      Int128 sum = 0;
      for (const auto& [source, time] : by_source) sum += time;
      Outside(key.first, sum / static_cast<int64_t>(by_source.size()));
    }
    if (by_name) std::sort(order_.begin(), order_.end());
    for (const std::string& phase : order_) take(phase, durations_.find(phase)->second);
  }

 private:
  using Key = std::pair<std::string_view, StepKey>;
  std::map<Key, std::map<StringId, JobSpan>> spans_;
  std::map<Key, std::map<SourceId, Int128>> sums_;
  std::map<std::string, std::vector<double>, std::less<>> durations_;
  std::vector<std::string> order_;
};

// Adds the selected events to their phases. The name of the event is the phase or, with
// `by_process`, the name of its track. `phases_of` returns where the phases of a source are added.
void AddPhaseEvents(const Selected& selected, bool by_process, const JobTimes& times,
                    const std::function<Phases&(SourceId)>& phases_of);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_PHASE_DURATIONS_H_
