#ifndef PROFILER_ANALYSIS_TREES_SKELETON_H_
#define PROFILER_ANALYSIS_TREES_SKELETON_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/trees/tree.h"

namespace profiler {

// Builds a TreeSkeleton from nodes added in any order; siblings stay in the order of Add().
class SkeletonBuilder {
 public:
  // Adds a node below the root, unless SetParent changes that. Returns the node's number, for
  // SetParent.
  int32_t Add(std::string_view name, int32_t item) {
    name_.push_back(name);
    item_.push_back(item);
    parent_.push_back(kNoNode);
    return static_cast<int32_t>(name_.size() - 1);
  }
  void SetParent(int32_t node, int32_t parent) { parent_[node] = parent; }

  // If not null, `position` is filled with each node's index in the skeleton, by node number. The
  // parents must not form a cycle.
  TreeSkeleton Build(std::vector<int32_t>* position = nullptr) &&;

 private:
  std::vector<std::string_view> name_;
  std::vector<int32_t> item_, parent_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_SKELETON_H_
