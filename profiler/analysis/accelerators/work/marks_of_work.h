#ifndef PROFILER_ANALYSIS_ACCELERATORS_WORK_MARKS_OF_WORK_H_
#define PROFILER_ANALYSIS_ACCELERATORS_WORK_MARKS_OF_WORK_H_

#include <map>
#include <vector>

#include "profiler/analysis/ops/told_names.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Which of the user's marks hold what threads work.
class MarksOfWork {
 public:
  explicit MarksOfWork(const Profile& profile) : profile_(profile), users_(profile) {}

  // Each part counts for the innermost mark in which it begins.
  void Add(TrackId thread, const std::vector<Interval>& work);
  // The mark with more than half of the time, in picoseconds; invalid if there is none.
  StringId MarkOfMost(Int128 time) const;

 private:
  StringId MarkAt(const Events& events, int64_t time) const;

  const Profile& profile_;
  const UsersNames users_;
  std::map<StringId, Int128> times_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_WORK_MARKS_OF_WORK_H_
