// What measures (compare/measure/) need of views and options.
#ifndef PROFILER_ENGINE_MEASURES_H_
#define PROFILER_ENGINE_MEASURES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/unit.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/measure/expression.h"
#include "profiler/compare/samples/view_samples.h"
#include "profiler/query/query.h"

namespace profiler {

// The query for the measure's view: all rows, with the selection of the command and the options of
// the measure. A MeasureQueries (compare/measure/measure.h).
absl::StatusOr<Query> QueryOfMeasure(const MeasureExpression& measure, const Query& command);

// Fails if the view, an option or the column does not exist, or the column has no numbers. Needs no
// profile, so typos are found before inputs are opened. Returns the unit of the measure.
absl::StatusOr<Unit> CheckMeasure(const MeasureExpression& measure);

// The same for a requirement; also fails if the unit of its bound is not that of the measure.
absl::Status CheckRequirement(const Requirement& requirement);

// What samples of the measure's view are.
SampledView SampledViewOf(const MeasureExpression& measure);

// A command that shows the rows of the measure.
std::string CommandOfMeasure(const MeasureExpression& measure);

// All of these.
CheckTools ToolsOf(Answerer& answerer);

}  // namespace profiler

#endif  // PROFILER_ENGINE_MEASURES_H_
