#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_LINE_TIMES_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_LINE_TIMES_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time of compiled ops by the line of the user's code that they are of, gradients included.
class LineTimes {
 public:
  explicit LineTimes(const Profile& profile);

  // `op` as it was recorded. Ops of no known line of the user's count nowhere.
  void Add(OpId op, Int128 time);

  struct Line {
    std::string text;  // such as "train.py:34"; empty if there is none
    Int128 time = 0;
    size_t ops = 0;  // how many names they have
  };
  // The line with most time.
  Line Top() const;

 private:
  struct Times {
    Int128 time = 0;
    std::set<StringId> ops;
  };

  FrameId FrameOf(OpId op) const;

  const Profile& profile_;
  std::vector<char> is_known_;                           // by op: whether `frames_` has it
  std::vector<FrameId> frames_;                          // by op: of the user's code
  std::map<std::pair<StringId, int64_t>, Times> lines_;  // by file and line
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_LINE_TIMES_H_
