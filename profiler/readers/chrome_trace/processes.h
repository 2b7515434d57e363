#ifndef PROFILER_READERS_CHROME_TRACE_PROCESSES_H_
#define PROFILER_READERS_CHROME_TRACE_PROCESSES_H_

#include <cstdint>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::chrome_trace {

// The kind of a process, parsed from its name. Some writers put the device and the kind of its
// threads there.
struct ProcessKind {
  enum class Writer : uint8_t {
    kAny,         // a program with ordinary threads
    kTensorFlow,  // a device in TensorFlow's timelines
    kTotals,      // tfprof's timelines of scope and code: totals of subtrees
    kXSpace,      // a plane's name, as in TensorBoard's trace viewer
  };
  Writer writer = Writer::kAny;
  std::string_view device;  // the device's name
  TrackKind track = TrackKind::kThread;
  TrackRole role = TrackRole::kExec;
  // The name of the plane and of the host, parsed from "PLANE (PLACE)". Only timelines of several
  // hosts that this program wrote have a place.
  std::string_view plane = {}, place = {};
};

// Parses a process's name. `has_all_streams` means that the file has a process with all streams of
// the device, whose time the other processes of the device repeat.
ProcessKind KindOfProcess(std::string_view name, bool has_all_streams);

// Whether the process has all streams of a device, as "/device:GPU:0/stream:all Compute" does.
bool HoldsAllStreams(std::string_view process);

// Shortens a name that is repeated in many longer names, so that these do not take more memory than
// the file.
std::string_view ShortName(std::string_view name);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_PROCESSES_H_
