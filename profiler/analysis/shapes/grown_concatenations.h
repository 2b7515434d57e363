#ifndef PROFILER_ANALYSIS_SHAPES_GROWN_CONCATENATIONS_H_
#define PROFILER_ANALYSIS_SHAPES_GROWN_CONCATENATIONS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Calls of PyTorch's aten::cat that append to what another one of them made, as
// `x = torch.cat([x, y])` does in a loop: the first input has the shape of another call's result,
// and the rest is as large as there.
struct GrownConcatenation {
  std::string least, most;  // shapes of the first input; empty if there is none
  int64_t sizes = 0;        // of the first input
  bool by_step = false;     // whether each size has a step of its own, the larger one the later
  // Self time in picoseconds, on accelerators where any op ran there, else on hosts.
  Int128 time = 0;
  Int128 all_time = 0;  // of all ops of the framework
};

// The one with most time.
absl::StatusOr<GrownConcatenation> FindGrownConcatenation(const Selected& selected,
                                                          RunContext& context);

// Whether tensors are concatenated, and their shapes were recorded.
bool HasConcatenations(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_GROWN_CONCATENATIONS_H_
