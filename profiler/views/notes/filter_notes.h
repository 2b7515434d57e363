#ifndef PROFILER_VIEWS_NOTES_FILTER_NOTES_H_
#define PROFILER_VIEWS_NOTES_FILTER_NOTES_H_

#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Adds notes about filters that match nothing (e.g. mistyped ones), as an empty report would look
// like a job without work.
void AddFilterNotes(const Profile& profile, const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_FILTER_NOTES_H_
