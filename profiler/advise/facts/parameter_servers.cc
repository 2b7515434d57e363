#include "profiler/advise/facts/parameter_servers.h"

#include <utility>

#include "profiler/advise/facts/workers.h"

namespace profiler {

std::vector<ParameterServer> ParameterServers(const Profile& profile, const OpValues& values) {
  std::vector<ParameterServer> servers;
  std::vector<int64_t> server_of(profile.devices.size(), -1);
  const Workers workers(profile);
  for (const Worker& worker : workers.all()) {
    if (!worker.is_parameter_server) continue;
    servers.emplace_back().name = worker.name;
    for (uint32_t device = 0; device < profile.devices.size(); ++device) {
      if (TaskName(profile.strings[profile.devices[DeviceId(device)].name]) == worker.name) {
        server_of[device] = static_cast<int64_t>(servers.size()) - 1;
      }
    }
  }
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    const DeviceId device = profile.ops.row[OpId(op)].assigned_device;
    if (!device.valid() || server_of[device.row()] < 0) continue;
    ParameterServer& server = servers[static_cast<size_t>(server_of[device.row()])];
    AddValue(server.time, values.of[op][Measure::kMicros]);
    const Value parameters = values.of[op][Measure::kParams];
    if (parameters == kAbsent) continue;
    ++server.variables;
    server.parameters += parameters;
  }
  return servers;
}

}  // namespace profiler
