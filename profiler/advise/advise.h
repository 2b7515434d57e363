#ifndef PROFILER_ADVISE_ADVISE_H_
#define PROFILER_ADVISE_ADVISE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/help_entry.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The view `advise`, which has one section of findings per rule.
absl::StatusOr<Report> AdviseView(const Selected& selected, const Query& query, Answerer& views,
                                  RunContext& context);

// The rules, each with its thresholds, for the help.
std::vector<HelpEntry> RuleHelp();

}  // namespace profiler

#endif  // PROFILER_ADVISE_ADVISE_H_
