#ifndef PROFILER_ANALYSIS_TIME_WALL_SPAN_H_
#define PROFILER_ANALYSIS_TIME_WALL_SPAN_H_

#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// Converts a source's time to the time scale shared by all sources that have a wall clock.
Value OnWallScale(const Profile& profile, SourceId source, int64_t time);

// The span from the first start to the last end of the added times. Every source has its own time
// zero, so without a wall clock, times of different sources cannot be compared.
class WallSpan {
 public:
  // Ignores kUnknown.
  void Add(const Profile& profile, SourceId source, int64_t begin, int64_t end);
  // The start, on the scale of OnWallScale().
  Value begin() const { return begin_; }
  // kAbsent if nothing was added or the times cannot be compared.
  Value span() const { return comparable_ && source_.valid() ? end_ - begin_ : kAbsent; }

 private:
  SourceId source_;  // the first source that was added
  bool comparable_ = true;
  Value begin_ = 0, end_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_WALL_SPAN_H_
