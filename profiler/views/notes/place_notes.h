#ifndef PROFILER_VIEWS_NOTES_PLACE_NOTES_H_
#define PROFILER_VIEWS_NOTES_PLACE_NOTES_H_

#include <vector>

#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// A warning for each pattern of -source, -host, -rank and -device that matches no place.
std::vector<Note> PlaceNotes(const Profile& profile, const Selection& selection);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_PLACE_NOTES_H_
