#ifndef PROFILER_VIEWS_MODULES_H_
#define PROFILER_VIEWS_MODULES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The compiled programs: how much of each ran, and how long.
absl::StatusOr<Report> ModulesView(const Profile& profile, const Query& query, RunContext& context);
std::vector<ReportColumn> ModuleColumns();

}  // namespace profiler

#endif  // PROFILER_VIEWS_MODULES_H_
