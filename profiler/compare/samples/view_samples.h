// The values of a view's rows in each whole step, or each run: the samples by which two profiles
// are compared, in every view with -base and in `check`.
//
//   PROFILER_ASSIGN_OR_RETURN(SampleAxis base_axis, SampleAxisOf(base, query, context));
//   PROFILER_ASSIGN_OR_RETURN(SampleAxis new_axis, SampleAxisOf(next, query, context));
//   UseOneKind(base_axis, new_axis);
//   PROFILER_ASSIGN_OR_RETURN(ViewSamples a, SampleView(answerer, {"op", ...}, base_axis, ...));
//   PROFILER_ASSIGN_OR_RETURN(ViewSamples b, SampleView(answerer, {"op", ...}, new_axis, ...));
//   const Comparison comparison(a.lengths, b.lengths);
//   Change change = comparison.Of(a.table().Of(row, column), b.table().Of(row, column));
//   comparison.JudgeAll({&change});
#ifndef PROFILER_COMPARE_SAMPLES_VIEW_SAMPLES_H_
#define PROFILER_COMPARE_SAMPLES_VIEW_SAMPLES_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/samples/row_ids.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"
#include "profiler/report/row_kind.h"

namespace profiler {

// What sampling must know of a view.
struct SampledView {
  std::string_view name;
  bool takes_steps = true;      // the view obeys -step; otherwise its rows have no samples
  bool rows_are_steps = false;  // a row is a step, so it has no samples
  // With Statistic::kPerStep the view adds a series `per_step_X` after each column X, so that it is
  // asked once, not once per step.
  bool has_series = false;
  Shape shape = Shape::kTable;  // of its report
  RowKind row_kind = RowKind::kOther;
};

// The samples of one table: of a view's own table, or of a section.
struct TableSamples {
  struct Column {
    std::string name;
    bool adds_up = false;        // AddsUp(): a row that is absent in a sample has the value 0
    std::vector<double> values;  // of each row, one per sample; NaN if unknown
  };

  std::string id;   // Report::view
  size_t size = 0;  // samples of a row
  std::vector<Column> columns;
  absl::flat_hash_map<RowId, size_t> rows;

  std::optional<size_t> Find(RowId row) const;
  const Column* FindColumn(std::string_view name) const;  // null if it is not measured
  // In trees, of the row and all rows below it.
  std::span<const double> Of(size_t row, const Column& column) const {
    return {&column.values[row * size], size};
  }
  // For each sample the value of `function` over the values of several rows.
  using Function = std::function<double(const std::vector<double>& values)>;
  std::vector<double> Over(const std::vector<size_t>& rows, const Column& column,
                           const Function& function) const;
};

struct ViewSamples {
  SampleKind kind = SampleKind::kNone;
  std::vector<double> lengths;   // of each sample, in microseconds: what Comparison takes
  std::vector<size_t> run_ends;  // SampleAxis::RunEnds()
  size_t whole_steps = 0;        // more than there are samples if not all steps were asked
  std::vector<TableSamples> tables;

  // Of a section; without an id, of the view's own table. Null if it has no samples.
  const TableSamples* Find(std::string_view id) const;
};

// Views without series are asked for each step, so for this many at most, evenly spread.
inline constexpr size_t kMostStepsAsked = 64;

// Samples the measured columns named in `columns`, or all if it is empty. `query` must hide no row
// (WholeTable()).
absl::StatusOr<ViewSamples> SampleView(Answerer& answerer, const SampledView& view, SampleAxis axis,
                                       const Query& query, const std::vector<std::string>& columns,
                                       RunContext& context);

// The same from an answer of a view that has series, to a query with Statistic::kPerStep, about a
// profile with one run.
ViewSamples SamplesOfAnswer(const SampleAxis& axis, const Report& answer,
                            const std::vector<std::string>& columns);

// The query without the options that hide, sort or leave out rows of the answer: -where, -top,
// -order_by, -min_..., and names in tables.
Query WholeTable(const Query& query);

}  // namespace profiler

#endif  // PROFILER_COMPARE_SAMPLES_VIEW_SAMPLES_H_
