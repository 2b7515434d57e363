#ifndef PROFILER_ANALYSIS_INPUT_LOADER_WORKERS_H_
#define PROFILER_ANALYSIS_INPUT_LOADER_WORKERS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The workers of a PyTorch DataLoader that SageMaker Debugger recorded on a node.
struct LoaderWorkers {
  std::string node;
  size_t workers = 0;  // that recorded apart from each other, or the most that ran at once
  size_t cores = 0;    // 0: not known
};
// Nodes with workers.
absl::StatusOr<std::vector<LoaderWorkers>> LoaderWorkersOf(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_LOADER_WORKERS_H_
