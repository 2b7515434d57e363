// Questions to a view about steps, and the values in its answers.
#ifndef PROFILER_COMPARE_SAMPLES_ASKED_TABLES_H_
#define PROFILER_COMPARE_SAMPLES_ASKED_TABLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/samples/row_ids.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/compare/samples/view_samples.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

// A question to the view, and the steps of the axis that its answer has values of.
struct SampleAsk {
  Selected selected;
  uint32_t run = 0;
  std::vector<uint32_t> steps;
};

// The values of an answer's table, one per row and step of the ask.
struct AskedTable {
  struct Column {
    std::string name;
    bool adds_up = false;
    std::vector<double> values;
  };
  std::string id;
  std::vector<RowId> rows;
  std::vector<Column> columns;
};

// Of a view with series one per run, else one per step.
std::vector<SampleAsk> AsksOf(const SampledView& view, const SampleAxis& axis);

// The measured columns named in `columns`, or all if it is empty. No table if nothing of the view
// is in these steps.
absl::StatusOr<std::vector<AskedTable>> AskTables(Answerer& answerer, const SampledView& view,
                                                  const SampleAsk& ask, const SampleAxis& axis,
                                                  Query query,
                                                  const std::vector<std::string>& columns,
                                                  RunContext& context);
// The same of an answer that has series.
std::vector<AskedTable> TablesWithSeries(const Report& answer, const SampleAsk& ask,
                                         const SampleAxis& axis,
                                         const std::vector<std::string>& columns);

}  // namespace profiler

#endif  // PROFILER_COMPARE_SAMPLES_ASKED_TABLES_H_
