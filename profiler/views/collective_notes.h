#ifndef PROFILER_VIEWS_COLLECTIVE_NOTES_H_
#define PROFILER_VIEWS_COLLECTIVE_NOTES_H_

#include "profiler/report/report.h"
#include "profiler/store/profile.h"
#include "profiler/views/collective_waits.h"

namespace profiler {

// Which ranks of the job the profile does not hold.
void AddMissingRanksNote(const Profile& profile, Report& report);

// How arrivals were told, and which ranks could not be compared.
void AddWaitsNotes(const CollectiveWaits& waits, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVE_NOTES_H_
