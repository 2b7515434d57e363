#ifndef PROFILER_ANALYSIS_STEPS_PHASE_DURATIONS_H_
#define PROFILER_ANALYSIS_STEPS_PHASE_DURATIONS_H_

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"

namespace profiler {

// The durations of phases: one duration per phase and step of the job (all nodes together), and one
// per event outside of steps.
class Phases {
 public:
  using Step = std::pair<std::string_view, int64_t>;  // kind and number

  // Use Span() if the duration of a phase in a step is the time from its first start to its last
  // end, Sum() if it is the sum of event durations.
  void Span(std::string_view phase, Step step, const JobSpan& span) {
    const auto [it, is_new] = spans_.try_emplace({phase, step.first, step.second}, span);
    if (!is_new) it->second.Add(span);
  }
  void Sum(std::string_view phase, Step step, Int128 time) {
    sums_[{phase, step.first, step.second}] += time;
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
    for (const auto& [key, span] : spans_) Outside(std::get<0>(key), span.end - span.begin);
    for (const auto& [key, sum] : sums_) Outside(std::get<0>(key), sum);
    if (by_name) std::sort(order_.begin(), order_.end());
    for (const std::string& phase : order_) take(phase, durations_.find(phase)->second);
  }

 private:
  using Key = std::tuple<std::string_view, std::string_view, int64_t>;
  std::map<Key, JobSpan> spans_;
  std::map<Key, Int128> sums_;
  std::map<std::string, std::vector<double>, std::less<>> durations_;
  std::vector<std::string> order_;
};

// Adds the selected events to their phases. The name of the event is the phase or, with
// `by_process`, the name of its track.
void AddPhaseEvents(const Selected& selected, bool by_process, const JobTimes& times,
                    Phases& phases);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_PHASE_DURATIONS_H_
