#include "profiler/analysis/trees/tree_parts.h"

namespace profiler {

void FindKept(const TreeInput& input, std::vector<char>& kept, std::vector<int32_t>& kept_parent) {
  const TreeSkeleton& tree = *input.skeleton;
  const size_t n = tree.size();
  kept.assign(n, 0);
  kept[0] = 1;
  for (size_t i = n; i-- > 1;) {
    if (input.accounted[i]) kept[i] = 1;
    if (kept[i] && !input.links_through) kept[tree.parent[i]] = 1;
  }
  kept_parent.assign(n, kNoNode);
  std::vector<int32_t> nearest(n, 0);  // the nearest kept node at or above
  for (size_t i = 1; i < n; ++i) {
    const int32_t above = nearest[tree.parent[i]];
    nearest[i] = kept[i] ? static_cast<int32_t>(i) : above;
    if (kept[i]) kept_parent[i] = above;
  }
}

}  // namespace profiler
