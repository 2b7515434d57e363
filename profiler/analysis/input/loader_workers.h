#ifndef PROFILER_ANALYSIS_INPUT_LOADER_WORKERS_H_
#define PROFILER_ANALYSIS_INPUT_LOADER_WORKERS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The worker processes of a PyTorch DataLoader on one node, as recorded by SageMaker Debugger.
struct LoaderWorkers {
  std::string node;
  size_t workers = 0;  // those recorded separately, or the maximum that ran at once
  size_t cores = 0;    // 0 if unknown
};
// Returns only nodes with workers.
absl::StatusOr<std::vector<LoaderWorkers>> LoaderWorkersOf(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_LOADER_WORKERS_H_
