#ifndef PROFILER_ANALYSIS_COLLECTIVES_PARAMETER_SERVERS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_PARAMETER_SERVERS_H_

#include <string>
#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/store/profile.h"

namespace profiler {

// A task of a job that stores variables for other tasks.
struct ParameterServer {
  std::string name;
  int64_t variables = 0;
  Value parameters = 0;  // parameters of those variables
  Value time = 0;        // of the task's ops, per step
};

// Sorted by name. `values` must be computed without tfprof's quirks, as with these every op that
// has a shape has parameters.
std::vector<ParameterServer> ParameterServers(const Profile& profile, const OpValues& values);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_PARAMETER_SERVERS_H_
