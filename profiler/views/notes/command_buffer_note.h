#ifndef PROFILER_VIEWS_NOTES_COMMAND_BUFFER_NOTE_H_
#define PROFILER_VIEWS_NOTES_COMMAND_BUFFER_NOTE_H_

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// For a view of ops or instructions: of kernels in a command buffer only that was recorded, so it
// is one row; says where they are shown.
void AddCommandBufferNote(const Profile& profile, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_COMMAND_BUFFER_NOTE_H_
