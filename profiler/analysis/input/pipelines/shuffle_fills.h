#ifndef PROFILER_ANALYSIS_INPUT_PIPELINES_SHUFFLE_FILLS_H_
#define PROFILER_ANALYSIS_INPUT_PIPELINES_SHUFFLE_FILLS_H_

#include <cstdint>
#include <map>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// The calls of shuffle() of tf.data that fill its buffer: while it is full, a call asks the
// iterator below for one element; the first call of an epoch asks for as many as the buffer takes.
class ShuffleFills {
 public:
  // Events of a track in order of their begins. `node` and `parent` number the iterator that is
  // called and the one that asks it (-1: none).
  void Add(const Events& events, int32_t node, int32_t parent, bool is_shuffle,
           const Interval& call);

  // By shuffle; not united.
  std::map<int32_t, std::vector<Interval>> Take() &&;

 private:
  struct Call {
    const Events* events;
    Interval time;
    int64_t asked = 0;  // how many elements
  };
  void Close(int32_t node, const Call& call);

  std::map<int32_t, Call> open_;  // by shuffle: its last call
  std::map<int32_t, std::vector<Interval>> fills_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PIPELINES_SHUFFLE_FILLS_H_
