#ifndef PROFILER_ANALYSIS_ACCELERATORS_WORK_LAUNCH_GRIDS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_WORK_LAUNCH_GRIDS_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/profile.h"

namespace profiler {

struct LaunchGrid {
  std::string text;           // e.g. "64,8,1"; empty if unknown
  int64_t blocks = kUnknown;  // BlocksOfGrid()
};

// The grids of kernels' launches. Most launches are alike, so what was recorded of them is parsed
// once.
class LaunchGrids {
 public:
  explicit LaunchGrids(const Profile& profile) : profile_(profile) {}

  // Of the event of a kernel. The result is valid until the next call.
  const LaunchGrid& Of(const Events& events, uint32_t event);

 private:
  const Profile& profile_;
  const LaunchGrid none_;
  absl::flat_hash_map<StringId, LaunchGrid> grids_;  // by detail
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_WORK_LAUNCH_GRIDS_H_
