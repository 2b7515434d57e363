#include "profiler/analysis/input/loader_restarts.h"

#include <algorithm>

namespace profiler {
namespace {

// What takes less than this part of a restart, 1 of 8, is none of its parts.
constexpr Int128 kPartOfRestart = 8;

}  // namespace

void LoaderRestartsFinder::AddWait(StepId step, Interval time) {
  const Int128 between = Int128{time.begin} - wait_.end;
  const Int128 all = Int128{time.end} - wait_.begin;
  // Iterators draw a seed and an order of samples with ops.
  const bool is_idle = kPartOfRestart / 2 * worked_ <= between;
  // That an epoch ended is sure then.
  const bool is_part = 2 * kPartOfRestart * between >= all;
  if (step_.valid() && step == step_ && is_idle && is_part) {
    ++found_.count;
    found_.time += all;
  } else if (has_worked_ && !(step == step_)) {
    first_waits_.push_back(
        {std::max<Int128>(0, Int128{time.begin} - worked_until_), Int128{time.end} - time.begin});
  }
  has_worked_ = true;
  found_.waits += Int128{time.end} - time.begin;
  step_ = step;
  wait_ = time;
  worked_ = 0;
  worked_until_ = time.end;
}

void LoaderRestartsFinder::AddWork(Interval time) {
  worked_ += std::max<Int128>(0, Int128{time.end} - std::max(time.begin, worked_until_));
  worked_until_ = has_worked_ ? std::max(worked_until_, time.end) : time.end;
  has_worked_ = true;
}

LoaderRestarts LoaderRestartsFinder::Found() const {
  constexpr int64_t kMuchLonger = 4;
  LoaderRestarts found = found_;
  if (first_waits_.empty()) return found;
  std::vector<FirstWait> sorted = first_waits_;
  const auto middle = sorted.begin() + static_cast<ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end(),
                   [](const FirstWait& a, const FirstWait& b) { return a.before < b.before; });
  const Int128 usual = middle->before;
  for (const FirstWait& one : first_waits_) {
    const Int128 all = one.before + one.wait;
    // Batches are ready by then where the step did other work before: only new workers make none.
    const bool are_both_much =
        kPartOfRestart * one.before >= all && kPartOfRestart * one.wait >= all;
    if (all <= 0 || !are_both_much || one.before < kMuchLonger * usual) continue;
    ++found.count;
    found.time += all;
  }
  return found;
}

}  // namespace profiler
