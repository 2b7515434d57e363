// Takes measures from the answers of views.
#ifndef PROFILER_COMPARE_MEASURE_MEASURE_H_
#define PROFILER_COMPARE_MEASURE_MEASURE_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/unit.h"
#include "profiler/base/value.h"
#include "profiler/compare/measure/expression.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

struct MeasuredRow {
  size_t at = 0;  // in the report
  std::string name;
  std::vector<std::string> key;
  double value = kAbsentReal;  // times in microseconds
};

struct Measured {
  Unit unit = Unit::kNone;  // of `value`
  // The function of the rows' values. Without a function NaN, unless there is one row.
  double value = kAbsentReal;
  std::vector<MeasuredRow> rows;  // those that count and have a value
  std::vector<double> of_runs;    // `value` in each run, of a profile of several
  // Whether values are sums over the selected steps, or were, before they were divided by the
  // number of steps (`is_per_step`).
  bool are_totals = false, is_per_step = false;
  // Of what is absent: whether it is 0 because it was not there, rather than unknown. Its column
  // adds up and has numbers of other rows, and its function gives 0 for no rows.
  bool is_none = false;
};

// The query for the measure's view: the options of the command, then those of the measure. The
// engine supplies it, as it knows views and options (engine/measures.h).
using MeasureQueries =
    std::function<absl::StatusOr<Query>(const MeasureExpression& measure, const Query& command)>;

// Reads the measure from an answer of its view. NotFound if no row counts or has a value: a measure
// of nothing is never a number.
absl::StatusOr<Measured> ReadMeasure(const MeasureExpression& measure, const Report& report);

// The same of one of two profiles that are compared. If the answer has rows and none has the name,
// what is measured does not exist there: the value is 0, and there is no row.
absl::StatusOr<Measured> ReadMeasureOrNone(const MeasureExpression& measure, const Report& report);

// What is asked of the measure's view. `query` is that of the command, and its statistic that of
// `selected`.
absl::StatusOr<Query> MeasureQuery(const MeasureExpression& measure, const MeasureQueries& queries,
                                   const Selected& selected, const Query& query);

// The answer to that.
absl::StatusOr<Report> AskMeasure(const MeasureExpression& measure, const MeasureQueries& queries,
                                  Answerer& answerer, const Selected& selected, const Query& query,
                                  RunContext& context);

// Asks the view of the measure, and reads it from the answer.
absl::StatusOr<Measured> TakeMeasure(const MeasureExpression& measure,
                                     const MeasureQueries& queries, Answerer& answerer,
                                     const Selected& selected, const Query& query,
                                     RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_MEASURE_MEASURE_H_
