#ifndef PROFILER_ANALYSIS_COLLECTIVES_WORKERS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WORKERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/profile.h"

namespace profiler {

// Who does a part of a job: a task of a TensorFlow cluster, else a rank, else a host.
struct Worker {
  // "worker:1", "rank 3", a host's name; empty where nothing is known. Of several runs also which.
  std::string name;
  uint32_t run = 0;  // as in Runs
  bool is_parameter_server = false;
  bool has_own_steps = false;  // what it did is a source of its own, with steps of its own
  std::string host_regex;      // what -host takes for it; empty: -host cannot tell it from others
};

// "worker:1" of /job:worker/replica:0/task:1/device:CPU:0; empty where the name tells no task of a
// cluster.
std::string TaskName(std::string_view device);

bool IsParameterServer(std::string_view device);

class Workers {
 public:
  explicit Workers(const Profile& profile);

  // Who ran what is on the device, according to the source. Only of pairs that the profile holds.
  uint32_t Of(SourceId source, DeviceId device) const {
    return index_.find({source, device})->second;
  }
  const std::vector<Worker>& all() const { return workers_; }

 private:
  std::vector<Worker> workers_;  // by length of the name, then by name
  absl::flat_hash_map<std::pair<SourceId, DeviceId>, uint32_t> index_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WORKERS_H_
