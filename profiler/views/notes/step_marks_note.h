#ifndef PROFILER_VIEWS_NOTES_STEP_MARKS_NOTE_H_
#define PROFILER_VIEWS_NOTES_STEP_MARKS_NOTE_H_

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// If sources with timelines have no marked steps, adds a note that says what counts as a step
// instead, and how to mark steps in the framework that recorded. Warns if PyTorch's only mark holds
// several iterations.
void AddStepMarksNote(const Profile& profile, Report& report);

// For steps of -step_event: warns if hardly any of the time from the first to the last is in them.
void AddStepsCoverLittleNote(const Profile& profile, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_STEP_MARKS_NOTE_H_
