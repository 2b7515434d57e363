#ifndef PROFILER_STORE_TRANSFER_NAME_H_
#define PROFILER_STORE_TRANSFER_NAME_H_

#include <string_view>

namespace profiler {

// Of ops that are in no graph: those that TensorFlow's run time made to move data, or to start.
// tfprof makes nodes of all others.
inline bool IsTransferName(std::string_view name) {
  return name == "RecvTensor" || name == "_SOURCE" || name.find("MEMCPY") != std::string_view::npos;
}

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFER_NAME_H_
