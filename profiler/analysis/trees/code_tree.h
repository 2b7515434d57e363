#ifndef PROFILER_ANALYSIS_TREES_CODE_TREE_H_
#define PROFILER_ANALYSIS_TREES_CODE_TREE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/trees/item_lists.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

inline constexpr char kNoTrace[] = "<no trace>";
inline constexpr char kGradientSuffix[] = " (gradient)";  // of the frames of gradients

// What a node of the tree stands for: the first of the frames that share its label.
struct CodeTreeFrame {
  FrameId frame;          // invalid: the root, or ops without a stack
  bool gradient = false;  // a copy of it, for gradients
};

// The frames as a tree, and the ops (items of OpValues) made by each innermost frame.
struct CodeTree {
  TreeSkeleton skeleton;
  ItemLists items;                    // by node, in the order of their names
  std::vector<CodeTreeFrame> frames;  // by node
  int64_t dropped_gradients = 0;      // whose forward op is not known, and with compat: left out
  ItemLists dropped;                  // with compat, one list: items that are in no row
  // What Python's own profilers counted of functions, by node; empty where none did. Their callees
  // may stand elsewhere: `elsewhere` is what a node's total has of these, and those above it not.
  std::vector<Values> sampled, elsewhere;
  bool has_traces = false;
};
inline uint64_t HeapBytes(const CodeTree& tree) {
  return HeapBytes(tree.skeleton) + HeapBytes(tree.items) + HeapBytes(tree.frames) +
         HeapBytes(tree.dropped) + HeapBytes(tree.sampled) + HeapBytes(tree.elsewhere);
}

// The file's name without its folders. No file system has longer ones than this returns; a corrupt
// one must not be copied for each of its lines.
std::string_view FileName(std::string_view path);

// What a row of the frame is called; `cut` as in Quirk::kCutFunctionNames.
std::string FrameLabel(const Profile& profile, const FrameRow& frame, bool cut);

// `by_name`: all items that are in the answer, in the order of their names. On up to so many
// threads.
CodeTree BuildCodeTree(const Profile& profile, const OpValues& values,
                       const std::vector<int32_t>& by_name, const Quirks& quirks, size_t threads);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_CODE_TREE_H_
