#include "profiler/analysis/trees/skeleton.h"

namespace profiler {

TreeSkeleton SkeletonBuilder::Build(std::vector<int32_t>* position) && {
  const size_t n = name_.size();
  // Linked lists of children, filled from the back so that children are in the order of Add().
  std::vector<int32_t> next(n, kNoNode), first(n, kNoNode);
  int32_t first_root = kNoNode;
  for (size_t i = n; i-- > 0;) {
    int32_t& head = parent_[i] == kNoNode ? first_root : first[parent_[i]];
    next[i] = head;
    head = static_cast<int32_t>(i);
  }
  TreeSkeleton tree;
  tree.parent = {kNoNode};
  tree.name = {kRootName};
  tree.item = {kNoNode};
  if (position != nullptr) position->assign(n, kNoNode);
  struct Visit {
    int32_t node, parent;
  };
  std::vector<Visit> stack;
  if (first_root != kNoNode) stack.push_back({first_root, 0});
  while (!stack.empty()) {
    const auto [node, parent] = stack.back();
    stack.pop_back();
    const auto at = static_cast<int32_t>(tree.size());
    if (position != nullptr) (*position)[node] = at;
    tree.parent.push_back(parent);
    tree.name.push_back(name_[node]);
    tree.item.push_back(item_[node]);
    if (next[node] != kNoNode) stack.push_back({next[node], parent});
    if (first[node] != kNoNode) stack.push_back({first[node], at});
  }
  return tree;
}

}  // namespace profiler
