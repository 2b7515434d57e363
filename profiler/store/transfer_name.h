#ifndef PROFILER_STORE_TRANSFER_NAME_H_
#define PROFILER_STORE_TRANSFER_NAME_H_

#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler {

// Whether TensorFlow's runtime added the op, which is in no graph, to move data or to start a
// graph. tfprof adds nodes for all other ops that are in no graph.
inline bool IsTransferName(std::string_view name) {
  return name == "RecvTensor" || name == "_SOURCE" || name.find("MEMCPY") != std::string_view::npos;
}

// The kind of an op that ran and is in no graph: TensorFlow runs ops inside of functions and loops
// under names of their own ("while/body/_1/matmul"), and adds what hands on values
// ("_retval_x_0_0", "edge_7_x", "while/merge/_11").
inline OpKind KindAtRunTime(std::string_view name) {
  const std::string_view own = name.substr(name.rfind('/') + 1);
  const bool hands_on = name.starts_with('_') || own.starts_with('_') || name.starts_with("edge_");
  return hands_on || IsTransferName(name) ? OpKind::kRuntime : OpKind::kFrameworkOp;
}

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFER_NAME_H_
