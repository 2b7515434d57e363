#ifndef PROFILER_ANALYSIS_COLLECTIVES_WORKERS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WORKERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/profile.h"

namespace profiler {

// A participant of a job: a task of a TensorFlow cluster; without tasks a rank; without ranks a
// host.
struct Worker {
  // "worker:1", "rank 3", or a host's name; empty if unknown. If several runs have such a worker,
  // the name includes the worker's own file.
  std::string name;
  SourceId source;   // the first one that recorded the worker; invalid if unknown
  uint32_t run = 0;  // index in Runs
  bool is_parameter_server = false;
  bool has_own_steps = false;  // the worker has its own source, with its own steps
  std::string host_regex;      // the -host value that selects the worker; empty if none does
};

// The display name of a device's task, e.g. "worker:1" for
// /job:worker/replica:0/task:1/device:CPU:0; empty if the device's name has no task.
std::string TaskName(std::string_view device);

bool IsParameterServer(std::string_view device);

class Workers {
 public:
  explicit Workers(const Profile& profile);

  // The worker that ran the events of this source on this device. The pair must occur in the
  // profile.
  uint32_t Of(SourceId source, DeviceId device) const {
    return index_.find({source, device})->second;
  }
  const std::vector<Worker>& all() const { return workers_; }

 private:
  std::vector<Worker> workers_;  // sorted by run, length of the name, and name
  absl::flat_hash_map<std::pair<SourceId, DeviceId>, uint32_t> index_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WORKERS_H_
