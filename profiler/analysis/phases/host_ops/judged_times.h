// The times of steps that are judged, and of what runs in them on hosts.
#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_JUDGED_TIMES_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_JUDGED_TIMES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// Of all sources together, and how many steps they have. `is_judged` is by step, as in
// TypicalSteps().
std::pair<Int128, int64_t> TimeOfSteps(const Profile& profile, const std::vector<char>& is_judged);

// By source, the time of the judged steps.
std::vector<std::vector<Interval>> TimesOfSteps(const Profile& profile,
                                                const std::vector<char>& is_judged);

// By source that has marks, when an op runs on any thread of a host, or an accelerator works, which
// is `hidden`.
std::vector<IntervalIndex> OpTimes(const Selected& selected, const UserMarks& marks,
                                   const std::vector<IntervalIndex>& hidden);

// The time of a mark in which no op or mark in it runs, and no op on another thread.
Int128 TimeWithoutOps(const Profile& profile, const OpEvent& mark, const IntervalIndex& ops);

// When ops run on any thread, and no accelerator. Threads of several sources run in steps of their
// own.
class BusyTime {
 public:
  explicit BusyTime(const std::vector<IntervalIndex>& hidden)
      : hidden_(hidden), of_source_(hidden.size()) {}
  void Add(SourceId source, const Interval& time) { AddToLast(time, of_source_[source.row()]); }
  Int128 Total() && {
    Int128 total = 0;
    for (size_t i = 0; i < of_source_.size(); ++i) {
      total += TotalLength(Without(United(std::move(of_source_[i])), hidden_[i].intervals()));
    }
    return total;
  }

 private:
  const std::vector<IntervalIndex>& hidden_;
  std::vector<std::vector<Interval>> of_source_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_JUDGED_TIMES_H_
