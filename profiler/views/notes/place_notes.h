#ifndef PROFILER_VIEWS_NOTES_PLACE_NOTES_H_
#define PROFILER_VIEWS_NOTES_PLACE_NOTES_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/report/report.h"

namespace profiler {

// Warns about -source, -host, -rank and -device that match nothing in the profile.
void AddPlaceNotes(const Selected& selected, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_PLACE_NOTES_H_
