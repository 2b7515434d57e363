#include "profiler/advise/rule.h"

// The rules in the order of `advise`. Each name is the descriptor at the end of a rule's file.
#define PROFILER_RULES(RULE)           \
  RULE(kAcceleratorUtilizationChecker) \
  RULE(kOperationChecker)              \
  RULE(kExpensiveOperationChecker)     \
  RULE(kCaptureChecker)                \
  RULE(kStartUpChecker)                \
  RULE(kLaunchChecker)                 \
  RULE(kSynchronizationChecker)        \
  RULE(kCopyChecker)                   \
  RULE(kJobChecker)                    \
  RULE(kStepChecker)                   \
  RULE(kCoreChecker)                   \
  RULE(kInputChecker)                  \
  RULE(kHostChecker)                   \
  RULE(kSleepChecker)                  \
  RULE(kDispatchChecker)               \
  RULE(kPlacementChecker)              \
  RULE(kMemoryChecker)                 \
  RULE(kGradModeChecker)               \
  RULE(kAnomalyChecker)                \
  RULE(kBufferChecker)                 \
  RULE(kPrecisionChecker)              \
  RULE(kDoubleChecker)                 \
  RULE(kEmbeddingChecker)              \
  RULE(kConcatenationChecker)          \
  RULE(kSequenceChecker)               \
  RULE(kAttentionChecker)              \
  RULE(kElementwiseChecker)            \
  RULE(kKernelChecker)                 \
  RULE(kShapeChecker)                  \
  RULE(kParameterChecker)              \
  RULE(kLowGpuUtilization)             \
  RULE(kBatchSize)                     \
  RULE(kCpuBottleneck)                 \
  RULE(kIoBottleneck)                  \
  RULE(kGpuMemoryIncrease)             \
  RULE(kLoadBalancing)                 \
  RULE(kClockChecker)                  \
  RULE(kStepOutlier)                   \
  RULE(kMaxInitializationTime)         \
  RULE(kDataloader)                    \
  RULE(kOverallSystemUsage)            \
  RULE(kOverallFrameworkMetrics)       \
  RULE(kPhaseChecker)                  \
  RULE(kDipChecker)                    \
  RULE(kNetworkChecker)

namespace profiler {

#define PROFILER_DECLARE(descriptor) extern const Rule descriptor;
PROFILER_RULES(PROFILER_DECLARE)
#undef PROFILER_DECLARE

const std::vector<Rule>& AllRules() {
  static const std::vector<Rule> kRules = {
#define PROFILER_ITEM(descriptor) descriptor,
      PROFILER_RULES(PROFILER_ITEM)
#undef PROFILER_ITEM
  };
  return kRules;
}

}  // namespace profiler
