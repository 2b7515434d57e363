#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_RUN_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_RUN_H_

#include <string>
#include <vector>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/base/value.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// A property of the recording, shown as one row.
struct EnvironmentRow {
  std::string name;
  Value count;
  std::string text;
};
std::vector<EnvironmentRow> EnvironmentOf(const Profile& profile);
// Whether nothing but memory was recorded, as in a snapshot of what is held.
bool HoldsMemoryOnly(const Profile& profile);
// What held most at the highest peak.
EnvironmentRow HeldMemoryRow(const Profile& profile, const MemoryUses& memory);

// The section `environment`.
Report EnvironmentTable(const std::vector<EnvironmentRow>& rows);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_RUN_H_
