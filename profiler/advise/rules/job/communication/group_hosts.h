#ifndef PROFILER_ADVISE_RULES_JOB_COMMUNICATION_GROUP_HOSTS_H_
#define PROFILER_ADVISE_RULES_JOB_COMMUNICATION_GROUP_HOSTS_H_

#include <string>
#include <string_view>

#include "profiler/advise/rules/job/communication/job_communication.h"

namespace profiler {

// A sentence on a group of ranks of several hosts that could lie within one: each host has as many
// ranks as the group, and the worker exchanges at most half as much in groups within its host. ""
// otherwise, and where hosts, bytes or members of the group are not known.
std::string GroupAcrossHostsText(const Profile& profile, const WorkerUse& use,
                                 const RunCommunication& run, std::string_view group);

// Where the group spans hosts and the worker's groups within its host exchange far faster: which
// one, both rates, and where to look, as a sentence that begins with a separator. Else "".
std::string SlowBetweenHostsText(const Profile& profile, const WorkerUse& use,
                                 const RunCommunication& run, std::string_view group);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_COMMUNICATION_GROUP_HOSTS_H_
