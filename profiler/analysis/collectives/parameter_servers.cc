#include "profiler/analysis/collectives/parameter_servers.h"

#include <map>
#include <string_view>

#include "profiler/analysis/collectives/workers.h"

namespace profiler {

std::vector<ParameterServer> ParameterServers(const Profile& profile, const OpValues& values) {
  std::map<std::string, ParameterServer> by_name;
  std::vector<ParameterServer*> server_of(profile.devices.size());
  for (uint32_t device = 0; device < profile.devices.size(); ++device) {
    const std::string_view name = profile.strings[profile.devices[DeviceId(device)].name];
    if (!IsParameterServer(name)) continue;
    server_of[device] = &by_name[TaskName(name)];
  }
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    const DeviceId device = profile.ops.row[OpId(op)].assigned_device;
    if (!device.valid() || server_of[device.row()] == nullptr) continue;
    ParameterServer& server = *server_of[device.row()];
    AddValue(server.time, values.of[op][Measure::kMicros]);
    const Value parameters = values.of[op][Measure::kParams];
    if (parameters == kAbsent) continue;
    ++server.variables;
    server.parameters += parameters;
  }
  std::vector<ParameterServer> servers;
  for (auto& [name, server] : by_name) {
    server.name = name;
    servers.push_back(server);
  }
  return servers;
}

}  // namespace profiler
