// What walking and filtering a tree takes.
#ifndef PROFILER_VIEWS_TREE_PARTS_H_
#define PROFILER_VIEWS_TREE_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/query/regex_set.h"
#include "profiler/views/tree.h"

namespace profiler {

// The children of every node, side by side; a child keeps its siblings' order.
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

// A RegexSet over the names of a tree; each distinct name is matched once.
class NameFilter {
 public:
  explicit NameFilter(const RegexSet& set) : set_(set) {}

  bool Matches(std::string_view name) {
    if (set_.all()) return true;
    if (set_.empty()) return false;
    auto [it, is_new] = known_.try_emplace(absl::string_view(name.data(), name.size()));
    if (is_new) it->second = set_.Matches(name);
    return it->second;
  }

 private:
  const RegexSet& set_;
  absl::flat_hash_map<absl::string_view, bool> known_;
};

// Which nodes stay, and under whom. The walk's order makes one pass each enough, however deep.
void FindKept(const TreeInput& input, std::vector<char>& kept, std::vector<int32_t>& kept_parent);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREE_PARTS_H_
