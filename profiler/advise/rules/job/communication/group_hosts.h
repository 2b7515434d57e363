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

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_COMMUNICATION_GROUP_HOSTS_H_
