// The command `sql`: a query in SQL about one profile, or about one and its base.
#ifndef PROFILER_ENGINE_SQL_SQL_COMMAND_H_
#define PROFILER_ENGINE_SQL_SQL_COMMAND_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"
#include "profiler/views/view.h"

namespace profiler {

// The command's descriptor.
View SqlCommand();

// Whether the query names p1, p2 and so on: each of several profiles by itself.
bool AsksForParts(const Query& query);

// Fails if the command has no query, or two.
absl::Status CheckSql(const Query& query);

// A CompositeFunction (engine/commands.h). `of` is the profile, then its base, then the parts;
// without a base the profile stands in its place.
absl::StatusOr<Report> AnswerSql(Answerer& answerer, const std::vector<const Selected*>& of,
                                 const Query& query, const CompareOptions& compare,
                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ENGINE_SQL_SQL_COMMAND_H_
