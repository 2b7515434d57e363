#ifndef PROFILER_VIEWS_NOTES_MISSING_RANKS_NOTE_H_
#define PROFILER_VIEWS_NOTES_MISSING_RANKS_NOTE_H_

#include <cstdint>

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Warns about jobs of which at least `least` ranks were opened, but not all: whom those waited for
// that are missing cannot be seen.
void AddMissingRanksNote(const Profile& profile, int64_t least, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_MISSING_RANKS_NOTE_H_
