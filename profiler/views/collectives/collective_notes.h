#ifndef PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_NOTES_H_
#define PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_NOTES_H_

#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Which ranks of the job the profile does not hold.
void AddMissingRanksNote(const Profile& profile, Report& report);

// How arrivals were told, and which ranks could not be compared.
void AddWaitsNotes(const CollectiveWaits& waits, const Selection& selection, Report& report);

// That what a table by kind holds are calls only; why its -bandwidth columns are empty.
void AddCallsNote(Report& report);
void AddNotExpectedNote(const CollectiveOptions& options, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_NOTES_H_
