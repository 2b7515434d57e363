#ifndef PROFILER_ADVISE_RULES_JOB_JOB_THRESHOLDS_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_THRESHOLDS_H_

#include "profiler/advise/rule.h"

namespace profiler {

struct JobThresholds {
  Threshold communication = {
      "communication", 0.2,
      "transfers alone, or bubbles of a pipeline, take more than this share of a step, 0 to 1", 1};
  Threshold slow_link = {"slow_link", 0.33,
                         "a link slower than this share of the middle link's rate is slow"};
  Threshold slow_group = {"slow_group", 0.6,
                          "a group that exchanges equal bytes at less than this share of the other "
                          "groups' rate is slow"};
  Threshold small_transfer = {"small_transfer", 65536,
                              "transfers of so many bytes or fewer are small"};
  Threshold straggler = {"straggler", 0.2,
                         "a straggler works longer than the median rank by more than this share"};
  Threshold straggler_share = {"straggler_share", 0.05,
                               "... and by more than this share of a step"};
  Threshold waited_for = {"waited_for", 0.05,
                          "others wait for one rank by more than this share of a step, 0 to 1", 1};
  Threshold waiting = {"waiting", 0.1,
                       "ranks wait for each other by more than this share of a step, 0 to 1", 1};
  Threshold imbalance = {"imbalance", 1.5,
                         "a parameter server has more than this many times the mean"};
};

// After overrides, for a view that shows what JobChecker judges.
JobThresholds JobThresholdsOf(const AdviceOptions& options);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_THRESHOLDS_H_
