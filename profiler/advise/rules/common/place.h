// Whom a finding is about: names its rank, host and file, and makes its command select them.
#ifndef PROFILER_ADVISE_RULES_COMMON_PLACE_H_
#define PROFILER_ADVISE_RULES_COMMON_PLACE_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/query.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether there are no other processes to tell apart: one file, host or rank, and no cluster.
bool IsOfOneProcess(const Profile& profile);

// The process that recorded `source`; empty if the profile is of one process.
FindingPlace PlaceOf(const Profile& profile, SourceId source);

// The process that recorded `source`, as "rank 3", its host or its file; empty if the profile is of
// one process.
std::string ProcessName(const Profile& profile, SourceId source);

// The device's name; of a TPU with its host, where there are several: each has a first one.
std::string CoreName(const Profile& profile, DeviceId id);

// "step 7" or "the recording", in a profile of several processes with the one that recorded it:
// "step 7 of rank 3", "step 7 on host04".
std::string StepAndPlace(const Profile& profile, StepId id);

// Each sets Finding::place and appends to the command the options that select the place: -rank if
// no other process has that rank, else -host, else -source. Does nothing if the profile is of one
// process. Call it after the command is set.
void SetPlace(const Profile& profile, SourceId source, Finding& finding);
// Of a device: the process that recorded it. A device of a cluster has its task as host.
void SetPlace(const Profile& profile, DeviceId device, Finding& finding);
// Of a run of several: its process if it has one, else what selects its files.
void SetPlace(const Profile& profile, const std::vector<SourceId>& run, Finding& finding);
// Of a host: the ranks and files on it are not named.
void SetPlaceOfHost(const Profile& profile, std::string_view host, Finding& finding);

// Appends the -source, -host, -rank and -device of the query to the command, unless it has such an
// option, so that it shows what the finding was computed from.
void KeepSelection(const Selection& selection, Finding& finding);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_PLACE_H_
