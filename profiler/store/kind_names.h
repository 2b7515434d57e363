// The names of the store's enum values, as shown in all output formats.
#ifndef PROFILER_STORE_KIND_NAMES_H_
#define PROFILER_STORE_KIND_NAMES_H_

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

inline std::string_view Name(TrackKind kind) {
  constexpr std::string_view kNames[] = {"thread", "lane", "stream", "copy_queue", "marker"};
  return kNames[static_cast<size_t>(kind)];
}

inline std::string_view Name(TrackRole role) {
  constexpr std::string_view kNames[] = {"exec", "overlay", "async"};
  return kNames[static_cast<size_t>(role)];
}

inline std::string_view Name(Eager eager) {
  constexpr std::string_view kNames[] = {"unknown", "no", "yes"};
  return kNames[static_cast<size_t>(eager)];
}

inline std::string_view Name(BufferKind kind) {
  constexpr std::string_view kNames[] = {"temporary", "parameter",    "output",
                                         "constant",  "thread_local", "heap"};
  return kNames[static_cast<size_t>(kind)];
}

inline std::string_view Name(EventKind kind) {
  constexpr std::string_view kNames[] = {"slice", "instant"};
  return kNames[static_cast<size_t>(kind)];
}

inline std::string_view Name(FlowKind kind) {
  constexpr std::string_view kNames[] = {"launch", "data", "async"};
  return kNames[static_cast<size_t>(kind)];
}

inline std::string_view Name(TfprofRules rules) {
  constexpr std::string_view kNames[] = {"not_read", "applied", "to_apply"};
  return kNames[static_cast<size_t>(rules)];
}

inline std::string_view Name(Recorder recorder) {
  constexpr std::string_view kNames[] = {"other", "session", "xprof", "tracer"};
  return kNames[static_cast<size_t>(recorder)];
}

inline std::string_view Name(UnplacedReason reason) {
  constexpr std::string_view kNames[] = {"zero_start", "negative_duration", "out_of_range"};
  return kNames[static_cast<size_t>(reason)];
}

inline std::string_view Name(OnAxis on_axis) {
  constexpr std::string_view kNames[] = {"untold", "untimed", "timed"};
  return kNames[static_cast<size_t>(on_axis)];
}

inline std::string_view Name(Origin origin) {
  constexpr std::string_view kNames[] = {"recorded", "derived"};
  return kNames[static_cast<size_t>(origin)];
}

}  // namespace profiler

#endif  // PROFILER_STORE_KIND_NAMES_H_
