#ifndef PROFILER_READERS_CHROME_TRACE_PROCESSES_H_
#define PROFILER_READERS_CHROME_TRACE_PROCESSES_H_

#include <cstdint>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::chrome_trace {

// What the name of a process says of its threads, in the files of writers that name devices there.
struct ProcessKind {
  enum class Writer : uint8_t {
    kAny,         // the process of a program: its threads are threads
    kTensorFlow,  // of TensorFlow's timelines: a device
    kTotals,      // of tfprof's timelines of scope and code: how long what is below a node took
    kXSpace,      // of a plane's name: TensorBoard's trace viewer
  };
  Writer writer = Writer::kAny;
  std::string_view device;  // its name
  TrackKind track = TrackKind::kThread;
  TrackRole role = TrackRole::kExec;
  // A plane's name and, in our own timelines of several hosts, its place: "PLANE (PLACE)".
  std::string_view plane = {}, place = {};
};

// `has_all_streams`: another process of the file holds all streams of its device at once.
ProcessKind KindOfProcess(std::string_view name, bool has_all_streams);

// A process that shows all of a device's streams: "/device:GPU:0/stream:all Compute".
bool HoldsAllStreams(std::string_view process);

// A name that is joined with many others: joined in full, long ones would outgrow the file.
std::string_view ShortName(std::string_view name);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_PROCESSES_H_
