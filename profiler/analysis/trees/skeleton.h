#ifndef PROFILER_ANALYSIS_TREES_SKELETON_H_
#define PROFILER_ANALYSIS_TREES_SKELETON_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/trees/tree.h"

namespace profiler {

// Makes a TreeSkeleton of nodes added in any order; siblings stand as they were added.
class SkeletonBuilder {
 public:
  // Under the root unless SetParent says otherwise. Returns the node's number for SetParent.
  int32_t Add(std::string_view name, int32_t item) {
    name_.push_back(name);
    item_.push_back(item);
    parent_.push_back(kNoNode);
    return static_cast<int32_t>(name_.size() - 1);
  }
  void SetParent(int32_t node, int32_t parent) { parent_[node] = parent; }

  // Where each node came to stand, by its number, goes to `position` where that is given. The
  // parents must not form a cycle.
  TreeSkeleton Build(std::vector<int32_t>* position = nullptr) &&;

 private:
  std::vector<std::string_view> name_;
  std::vector<int32_t> item_, parent_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_SKELETON_H_
