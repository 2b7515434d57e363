// The sections of the view `info`, each a table.
#ifndef PROFILER_VIEWS_INFO_INFO_SECTIONS_H_
#define PROFILER_VIEWS_INFO_INFO_SECTIONS_H_

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where it comes from (info_places.cc).
Report FileSection(const Profile& profile);
Report HostSection(const Profile& profile);
Report DeviceSection(const Profile& profile);

// How much there is (info_totals.cc).
Report StepSection(const Profile& profile);
Report TotalSection(const Profile& profile);

// Which of tfprof's columns have values, and why others have none (info_columns.cc).
Report ColumnSection(const Profile& profile);

// The import report (info_problems.cc).
Report ProblemSection(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_VIEWS_INFO_INFO_SECTIONS_H_
