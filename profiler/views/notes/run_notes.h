#ifndef PROFILER_VIEWS_NOTES_RUN_NOTES_H_
#define PROFILER_VIEWS_NOTES_RUN_NOTES_H_

#include <vector>

#include "profiler/query/query.h"
#include "profiler/query/quirks.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Adds notes about the quirks in `used` and about first_output_shape, and about missing accelerator
// times.
void AddRunNotes(const Profile& profile, const Query& query, const std::vector<Quirk>& used,
                 Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_RUN_NOTES_H_
