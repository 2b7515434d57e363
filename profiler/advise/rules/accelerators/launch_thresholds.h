// The thresholds of LaunchChecker.
#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_THRESHOLDS_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_THRESHOLDS_H_

#include "profiler/advise/rule.h"

namespace profiler {

struct LaunchThresholds {
  Threshold waiting = {"waiting", 0.25,
                       "more than this share of a device's time, 0 to 1, waits for launches", 1};
  Threshold gaps = {"gaps", 0.25,
                    "... before more than this share of its kernels and copies, 0 to 1", 1};
  Threshold longest_gap_us = {"longest_gap_us", 1000,
                              "in longer gaps, in us, the host does something else"};
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_THRESHOLDS_H_
