#ifndef PROFILER_ANALYSIS_COLLECTIVES_PARAMETER_SERVERS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_PARAMETER_SERVERS_H_

#include <string>
#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/store/profile.h"

namespace profiler {

// A task that keeps variables for others.
struct ParameterServer {
  std::string name;
  int64_t variables = 0;
  Value parameters = 0;  // of those variables
  Value time = 0;        // of its ops in a step
};

// By name. `values` without tfprof's oddities, under which all that has a shape has parameters.
std::vector<ParameterServer> ParameterServers(const Profile& profile, const OpValues& values);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_PARAMETER_SERVERS_H_
