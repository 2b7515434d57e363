#ifndef PROFILER_STORE_TRANSFER_NAME_H_
#define PROFILER_STORE_TRANSFER_NAME_H_

#include <string_view>

namespace profiler {

// Whether TensorFlow's runtime added the op, which is in no graph, to move data or to start a
// graph. tfprof adds nodes for all other ops that are in no graph.
inline bool IsTransferName(std::string_view name) {
  return name == "RecvTensor" || name == "_SOURCE" || name.find("MEMCPY") != std::string_view::npos;
}

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFER_NAME_H_
