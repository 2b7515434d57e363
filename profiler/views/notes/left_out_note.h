#ifndef PROFILER_VIEWS_NOTES_LEFT_OUT_NOTE_H_
#define PROFILER_VIEWS_NOTES_LEFT_OUT_NOTE_H_

#include <string_view>

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// For a view that computes its rows from events: says which inputs hold none, because they are
// stores that were written with events=none.
void AddLeftOutNote(std::string_view view, const Profile& profile, Report& report);

// For a view that shows what such a store keeps: says what it does not keep.
void AddKeptOnlyNote(std::string_view missing, const Profile& profile, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_LEFT_OUT_NOTE_H_
