// What was sampled of each GPU, to compare the GPUs of a job.
#ifndef PROFILER_ANALYSIS_METRICS_GPU_STATES_H_
#define PROFILER_ANALYSIS_METRICS_GPU_STATES_H_

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// Medians over the samples of a GPU; NaN if not recorded.
struct GpuState {
  std::string_view node;                                    // its host; empty if unknown
  std::string name;                                         // "gpu4"
  std::string_view model;                                   // empty if unknown
  size_t samples = 0;                                       // of its clock
  double clock = std::nan(""), clock_most = std::nan("");   // MHz
  double power = std::nan(""), power_limit = std::nan("");  // W
  double temperature = std::nan("");                        // degrees Celsius
  double memory = std::nan("");                             // bytes in use
  double use = std::nan("");                                // percent
  std::vector<std::string> reasons;  // of a lower clock, active in more than half of the samples
};

// Of the selected GPUs, by node.
std::vector<GpuState> GpuStatesOf(const Selected& selected);

// One state of several GPUs: the median of each value over the GPUs of which it is known, and the
// reasons that most of them have.
GpuState MiddleState(const std::vector<const GpuState*>& gpus);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_GPU_STATES_H_
