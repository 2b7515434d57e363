// The parts of the view `report` that no other view shows so.
#ifndef PROFILER_VIEWS_JOB_REPORT_PARTS_H_
#define PROFILER_VIEWS_JOB_REPORT_PARTS_H_

#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What was recorded, when and where.
Report SummaryPart(const Profile& profile);

// What `advise` found, the worst first, in one table; `advice` is its answer.
Report FindingsPart(Report advice);
// Its columns and nothing else; `why` says what keeps the rules from judging.
Report NoFindingsPart(std::string why);

// How much of the time processors and GPUs were used fully, in part and hardly.
Report UsePart(const Profile& profile, const Selection& selection);

}  // namespace profiler

#endif  // PROFILER_VIEWS_JOB_REPORT_PARTS_H_
