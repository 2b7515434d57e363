#ifndef PROFILER_ANALYSIS_TREES_CODE_TREE_H_
#define PROFILER_ANALYSIS_TREES_CODE_TREE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/trees/grouped_items.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/analysis/values/sample_types.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

inline constexpr char kNoTrace[] = "<no trace>";
inline constexpr char kGradientSuffix[] = " (gradient)";  // appended to frames of gradients

// The frame that a node shows: the first frame that has the node's label.
struct CodeTreeFrame {
  FrameId frame;          // invalid for the root and for ops without a stack
  bool gradient = false;  // the node is a copy for gradients
};

// The tree of frames, and for each frame the ops (items of OpValues) that have it as their
// innermost frame.
struct CodeTree {
  TreeSkeleton skeleton;
  GroupedItems items;                 // by node, sorted by name
  std::vector<CodeTreeFrame> frames;  // indexed by node
  int64_t dropped_gradients = 0;      // gradients of unknown ops; left out with compat
  int32_t outside = kNoNode;          // the node for what ran outside of steps, or kNoNode
  GroupedItems dropped;               // with compat: one list of the items that are in no row
  // Values of sampled stacks and from Python's own profilers, by node; empty if there are none.
  // `elsewhere` is the time of callees that are not below the node in the tree: it counts in the
  // node's total, but not in totals above the node.
  std::vector<Values> sampled, elsewhere;
  bool has_traces = false;
};
inline uint64_t HeapBytes(const CodeTree& tree) {
  return HeapBytes(tree.skeleton) + HeapBytes(tree.items) + HeapBytes(tree.frames) +
         HeapBytes(tree.dropped) + HeapBytes(tree.sampled) + HeapBytes(tree.elsewhere);
}

// The file's name without folders, cut to the length that file systems allow, because a longer
// (corrupt) name would be copied for each of the file's lines.
std::string_view FileName(std::string_view path);

// The name of a frame's row. `cut`: cut the name as Quirk::kCutFunctionNames describes.
std::string FrameLabel(const Profile& profile, const FrameRow& frame, bool cut);

// `by_name` has all items in the report, sorted by name. Uses up to `threads` threads.
CodeTree BuildCodeTree(const Profile& profile, const OpValues& values,
                       const std::vector<int32_t>& by_name, const SampleTypes& types,
                       const Quirks& quirks, size_t threads);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_CODE_TREE_H_
