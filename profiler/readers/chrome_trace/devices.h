#ifndef PROFILER_READERS_CHROME_TRACE_DEVICES_H_
#define PROFILER_READERS_CHROME_TRACE_DEVICES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/chrome_trace/processes.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// The devices that the events of a file name, on the file's host.
class Devices {
 public:
  Devices(SourceId source, ProfileBuilder& builder) : source_(source), builder_(builder) {}

  // TensorFlow names a GPU without its job where it shows the GPU's streams: "/device:GPU:0". It is
  // the one that `name` tells in full, unless several do.
  void AddFullName(std::string_view name);
  DeviceId Named(std::string_view name);
  // Of a process that is named as a plane of an XSpace.
  DeviceId OfPlane(const ProcessKind& process);
  DeviceId Host();
  DeviceId Gpu(int64_t ordinal);

 private:
  const SourceId source_;
  ProfileBuilder& builder_;
  // By what stands behind the job, in small letters; empty where several have it.
  absl::flat_hash_map<std::string, std::string> full_names_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_DEVICES_H_
