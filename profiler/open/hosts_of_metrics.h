#ifndef PROFILER_OPEN_HOSTS_OF_METRICS_H_
#define PROFILER_OPEN_HOSTS_OF_METRICS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Names the hosts of tables of metrics that name none, as nvidia-smi writes them, by their files,
// if the tables are of several hosts: they have the same metrics of GPUs of the same numbers at the
// same time, and other values. Tables that follow one another, as a recorder that was restarted
// writes them, are of one host.
void NameHostsByFile(std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_OPEN_HOSTS_OF_METRICS_H_
