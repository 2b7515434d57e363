#ifndef PROFILER_READERS_CHROME_TRACE_DEVICES_H_
#define PROFILER_READERS_CHROME_TRACE_DEVICES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/chrome_trace/processes.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// The devices that a file's events name, on the file's host.
class Devices {
 public:
  Devices(SourceId source, ProfileBuilder& builder) : source_(source), builder_(builder) {}

  // Registers a full device name. TensorFlow names the process of a GPU's streams without the job,
  // e.g. "/device:GPU:0". Named() resolves such a name to the full name that ends with it, unless
  // several do.
  void AddFullName(std::string_view name);
  DeviceId Named(std::string_view name);
  // Returns the device of a process that is named like a plane of an XSpace.
  DeviceId OfPlane(const ProcessKind& process);
  DeviceId Host();
  DeviceId Gpu(int64_t ordinal);

 private:
  const SourceId source_;
  ProfileBuilder& builder_;
  // Full names by their lower-case part after the job. Empty if several devices share that part.
  absl::flat_hash_map<std::string, std::string> full_names_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_DEVICES_H_
