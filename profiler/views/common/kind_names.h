// The names of the store's enum values, as shown in all output formats.
#ifndef PROFILER_VIEWS_COMMON_KIND_NAMES_H_
#define PROFILER_VIEWS_COMMON_KIND_NAMES_H_

#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler {

inline std::string_view Name(DeviceKind kind) {
  constexpr std::string_view kNames[] = {"other", "cpu", "gpu", "tpu", "sparsecore"};
  return kNames[static_cast<size_t>(kind)];
}

inline std::string_view Name(StepFoundBy found_by) {
  constexpr std::string_view kNames[] = {"recorded", "marker", "inferred", "whole"};
  return kNames[static_cast<size_t>(found_by)];
}

inline std::string_view Name(OpKind kind) {
  constexpr std::string_view kNames[] = {"graph_node", "framework_op", "hlo_instruction",
                                         "runtime_node"};
  return kNames[static_cast<size_t>(kind)];
}

inline std::string_view Name(ImportSeverity severity) {
  constexpr std::string_view kNames[] = {"info", "repaired", "loss", "error"};
  return kNames[static_cast<size_t>(severity)];
}

}  // namespace profiler

#endif  // PROFILER_VIEWS_COMMON_KIND_NAMES_H_
