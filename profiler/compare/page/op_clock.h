#ifndef PROFILER_COMPARE_PAGE_OP_CLOCK_H_
#define PROFILER_COMPARE_PAGE_OP_CLOCK_H_

#include <string_view>

#include "profiler/compare/page/side.h"

namespace profiler {

// Which time of ops explains what is compared, and why.
struct ChosenClock {
  OpClock clock = OpClock::kAccelerators;
  std::string_view reason;  // ends a sentence; empty for accelerators
};

// After SettleInputCode().
ChosenClock ClockOfOps(const Side& base, const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_OP_CLOCK_H_
