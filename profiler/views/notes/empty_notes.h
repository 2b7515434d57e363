// Why a table of `steps`, `ops`, `hlo`, `collectives`, `memory` or of accelerators has no rows: an
// empty answer must not look like a broken one.
#ifndef PROFILER_VIEWS_NOTES_EMPTY_NOTES_H_
#define PROFILER_VIEWS_NOTES_EMPTY_NOTES_H_

#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

void AddNoStepsNote(const Profile& profile, const Query& query, Report& report);
void AddNoOpsNote(const Profile& profile, const Query& query, Report& report);
void AddNoKernelsNote(const Profile& profile, const Query& query, Report& report);
void AddNoInstructionsNote(const Profile& profile, const Query& query, Report& report);

void AddNoCollectivesNote(const Profile& profile, const Query& query, Report& report);
void AddNoMemoryNote(const Profile& profile, const Query& query, Report& report);
void AddNoMetricsNote(const Profile& profile, const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_EMPTY_NOTES_H_
