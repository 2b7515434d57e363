// Helpers for walking and filtering trees.
#ifndef PROFILER_ANALYSIS_TREES_TREE_PARTS_H_
#define PROFILER_ANALYSIS_TREES_TREE_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/trees/tree.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/query/selection/regex_set.h"

namespace profiler {

// The children of every node, concatenated; siblings keep their order.
struct Children {
  std::vector<int32_t> start, nodes;

  explicit Children(const std::vector<int32_t>& parent) : start(parent.size() + 1, 0) {
    for (int32_t p : parent) {
      if (p != kNoNode) ++start[p + 1];
    }
    for (size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    nodes.resize(start.back());
    std::vector<int32_t> next(start.begin(), start.end() - 1);
    for (size_t n = 0; n < parent.size(); ++n) {
      if (parent[n] != kNoNode) nodes[next[parent[n]]++] = static_cast<int32_t>(n);
    }
  }
};

// Matches the names of a tree with a RegexSet; each distinct name is matched once.
class NameFilter {
 public:
  NameFilter(const RegexSet& set, const TreeSkeleton& tree) : set_(set), tree_(tree) {
    if (!set.all() && !set.empty()) known_.resize(tree.size());
  }

  bool Matches(int32_t node) {
    if (set_.all()) return true;
    if (set_.empty()) return false;
    char& known = known_[tree_.name_number.empty() ? node : tree_.name_number[node]];
    if (known == 0) known = set_.Matches(tree_.name[node]) ? 2 : 1;
    return known == 2;
  }

 private:
  const RegexSet& set_;
  const TreeSkeleton& tree_;
  std::vector<char> known_;  // by name: 0 if not matched yet, 1 if no match, 2 if match
};

// A stable sort. Faster than std::stable_sort for short or already sorted lists, as it allocates no
// memory for these.
template <typename Iterator, typename Less>
void SortFew(Iterator first, Iterator last, Less less) {
  constexpr ptrdiff_t kFew = 16;
  if (last - first > kFew) {
    if (!std::is_sorted(first, last, less)) std::stable_sort(first, last, less);
    return;
  }
  for (Iterator at = first == last ? last : first + 1; at != last; ++at) {
    const auto value = *at;
    Iterator to = at;
    for (; to != first && less(value, *(to - 1)); --to) *to = *(to - 1);
    *to = value;
  }
}

// Returns the number of threads to use. Small trees use one thread, as starting a thread costs as
// much as handling some thousand nodes.
inline size_t ThreadsFor(size_t nodes, size_t threads) {
  constexpr size_t kFew = 1 << 14;
  return nodes < kFew ? 1 : threads;
}

// Calls each(0) to each(count - 1), on several threads if `count` is large.
template <typename Each>
void ForEachIndex(size_t count, size_t threads, const Each& each) {
  constexpr size_t kPart = 1 << 12;
  InParallel((count + kPart - 1) / kPart, ThreadsFor(count, threads), [&](size_t part) {
    for (size_t i = part * kPart; i < std::min(count, (part + 1) * kPart); ++i) each(i);
  });
}

// Finds the nodes that are kept, and their new parents.
void FindKept(const TreeInput& input, std::vector<char>& kept, std::vector<int32_t>& kept_parent);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_TREE_PARTS_H_
