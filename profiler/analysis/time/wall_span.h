#ifndef PROFILER_ANALYSIS_TIME_WALL_SPAN_H_
#define PROFILER_ANALYSIS_TIME_WALL_SPAN_H_

#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A source's time on a scale that all sources with a wall clock share.
Value OnWallScale(const Profile& profile, SourceId source, int64_t time);

// The time from the first begin to the last end of what is added. Sources have time zeros of their
// own: where the wall clock at one is not known, its times cannot be set beside another's.
class WallSpan {
 public:
  // What is kUnknown adds nothing.
  void Add(const Profile& profile, SourceId source, int64_t begin, int64_t end);
  // The begin on the scale of OnWallScale().
  Value begin() const { return begin_; }
  // kAbsent: nothing was added, or not all of it can be compared.
  Value span() const { return comparable_ && source_.valid() ? end_ - begin_ : kAbsent; }

 private:
  SourceId source_;  // of the first that was added
  bool comparable_ = true;
  Value begin_ = 0, end_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_WALL_SPAN_H_
