#include "profiler/analysis/accelerators/work/launch_grids.h"

#include "profiler/analysis/accelerators/kernel_details.h"

namespace profiler {

const LaunchGrid& LaunchGrids::Of(const Events& events, uint32_t event) {
  const StringId detail = events.detail.empty() ? StringId() : events.detail[event];
  if (!detail.valid()) return none_;
  const auto [at, is_new] = grids_.try_emplace(detail);
  LaunchGrid& grid = at->second;
  if (is_new) {
    grid.text = ParseKernelDetails(profile_.strings[detail]).grid;
    if (!grid.text.empty()) grid.blocks = BlocksOfGrid(grid.text);
  }
  return grid;
}

}  // namespace profiler
