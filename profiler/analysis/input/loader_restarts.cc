#include "profiler/analysis/input/loader_restarts.h"

#include <algorithm>

namespace profiler {

void LoaderRestartsFinder::AddWait(StepId step, Interval time) {
  constexpr int64_t kLittle = 8;
  const Int128 between = Int128{time.begin} - wait_.end;
  const Int128 all = Int128{time.end} - wait_.begin;
  // Iterators draw a seed and an order of samples with ops.
  const bool is_idle = kLittle / 2 * worked_ <= between;
  if (step_.valid() && step == step_ && is_idle && kLittle * between >= all) {
    ++found_.count;
    found_.time += all;
  }
  found_.waits += Int128{time.end} - time.begin;
  step_ = step;
  wait_ = time;
  worked_ = 0;
  worked_until_ = time.end;
}

void LoaderRestartsFinder::AddWork(Interval time) {
  worked_ += std::max<Int128>(0, Int128{time.end} - std::max(time.begin, worked_until_));
  worked_until_ = std::max(worked_until_, time.end);
}

}  // namespace profiler
