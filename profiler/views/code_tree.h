#ifndef PROFILER_VIEWS_CODE_TREE_H_
#define PROFILER_VIEWS_CODE_TREE_H_

#include <memory>
#include <string>
#include <vector>

#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"
#include "profiler/views/tree.h"

namespace profiler {

inline constexpr char kNoTrace[] = "<no trace>";

// The frames as a tree, and the ops (items of OpValues) made by each innermost frame.
struct CodeTree {
  std::shared_ptr<const std::vector<std::string>> labels;  // what skeleton.name points into
  TreeSkeleton skeleton;
  std::vector<std::vector<int32_t>> items;  // by node, in the order of their names
  int64_t dropped_gradients = 0;  // whose forward op is not known, and with compat: left out
  std::vector<int32_t> dropped;   // with compat: items that are in no row
  bool has_traces = false;
};

// What a row of the frame is called; `cut` as in Quirk::kCutFunctionNames.
std::string FrameLabel(const Profile& profile, const FrameRow& frame, bool cut);

CodeTree BuildCodeTree(const Profile& profile, const OpValues& values, const Quirks& quirks);

}  // namespace profiler

#endif  // PROFILER_VIEWS_CODE_TREE_H_
