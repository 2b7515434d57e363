#ifndef PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_NOTES_H_
#define PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_NOTES_H_

#include <cstdint>
#include <set>

#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Notes the method used to find arrival times in the runs, and what could not be compared.
void AddWaitsNotes(const Profile& profile, const CollectiveWaits& waits,
                   const std::set<uint32_t>& runs, const Selection& selection, Report& report);

// Notes that some rows of a table by kind contain only calls.
void AddCallsNote(Report& report);
// Notes why the -bandwidth columns are empty in `unknown` of the `rows` rows.
void AddNotExpectedNote(size_t unknown, size_t rows, const CollectiveOptions& options,
                        Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVES_COLLECTIVE_NOTES_H_
