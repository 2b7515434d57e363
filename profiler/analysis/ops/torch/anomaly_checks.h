#ifndef PROFILER_ANALYSIS_OPS_TORCH_ANOMALY_CHECKS_H_
#define PROFILER_ANALYSIS_OPS_TORCH_ANOMALY_CHECKS_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"

namespace profiler {

// What PyTorch's autograd does in anomaly mode (torch.autograd.set_detect_anomaly): after each
// function of a backward pass it asks whether a gradient is NaN.
struct AnomalyChecks {
  int64_t functions = 0;  // of backward passes that ran, but those that only add up gradients
  int64_t checked = 0;    // of them, those whose gradients are asked for NaN right after
  Int128 time = 0;        // of the ops that ask, on hosts, in picoseconds
  int64_t steps = 0;      // that have such ops; 0 if these are outside of all steps
};

absl::StatusOr<AnomalyChecks> AnomalyChecksIn(const Selected& selected, const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_TORCH_ANOMALY_CHECKS_H_
