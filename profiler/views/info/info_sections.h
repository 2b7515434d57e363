// The sections of the view `info`. Each is a table.
#ifndef PROFILER_VIEWS_INFO_INFO_SECTIONS_H_
#define PROFILER_VIEWS_INFO_INFO_SECTIONS_H_

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Files and places (info_places.cc).
Report FileSection(const Profile& profile);
Report HostSection(const Profile& profile);
Report DeviceSection(const Profile& profile);

// Counts and times (info_totals.cc).
Report StepSection(const Profile& profile);
Report TotalSection(const Profile& profile);

// Which of tfprof's columns have values, and why others are empty (info_columns.cc).
Report ColumnSection(const Profile& profile);

// The import report (info_problems.cc).
Report ProblemSection(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_VIEWS_INFO_INFO_SECTIONS_H_
