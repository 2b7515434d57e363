#include "profiler/compare/samples/view_samples.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/samples/asked_tables.h"
#include "profiler/compare/stats/median.h"

namespace profiler {
namespace {

// Writes an answer's values into the table of all steps.
void AddAsked(AskedTable asked, const std::vector<uint32_t>& steps, TableSamples& to) {
  const bool is_first = to.rows.empty();
  std::vector<size_t> places;
  places.reserve(asked.rows.size());
  for (const RowId id : asked.rows) {
    places.push_back(to.rows.try_emplace(id, to.rows.size()).first->second);
  }
  // An answer with all steps is the table.
  const bool is_all = is_first && steps.size() == to.size && to.rows.size() == asked.rows.size();
  for (AskedTable::Column& from : asked.columns) {
    auto column = std::find_if(to.columns.begin(), to.columns.end(),
                               [&](const auto& one) { return one.name == from.name; });
    if (column == to.columns.end()) {
      column = to.columns.insert(to.columns.end(), {from.name, from.adds_up, {}});
    }
    if (is_all) {
      column->values = std::move(from.values);
      continue;
    }
    column->values.resize(to.rows.size() * to.size, from.adds_up ? 0 : kAbsentReal);
    for (size_t row = 0; row < places.size(); ++row) {
      for (size_t i = 0; i < steps.size(); ++i) {
        column->values[places[row] * to.size + steps[i]] = from.values[row * steps.size() + i];
      }
    }
  }
}

void AddAnswer(std::vector<AskedTable> tables, const std::vector<uint32_t>& steps, size_t size,
               ViewSamples& samples) {
  for (AskedTable& asked : tables) {
    auto table = std::find_if(samples.tables.begin(), samples.tables.end(),
                              [&](const TableSamples& one) { return one.id == asked.id; });
    if (table == samples.tables.end()) {
      table = samples.tables.insert(samples.tables.end(), TableSamples());
      table->id = asked.id;
      table->size = size;
    }
    AddAsked(std::move(asked), steps, *table);
  }
}

// The median of the known values; NaN if there is none.
double MedianOfKnown(std::vector<double>& values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  std::sort(values.begin(), values.end());
  return MedianOfSorted(values);
}

// Replaces the values of steps by medians over the steps of each run.
void TakeRuns(const SampleAxis& axis, TableSamples& table) {
  const size_t runs = axis.runs.size();
  for (TableSamples::Column& column : table.columns) {
    std::vector<double> values;
    values.reserve(table.rows.size() * runs);
    for (size_t row = 0; row < table.rows.size(); ++row) {
      std::vector<std::vector<double>> of_run(runs);
      for (size_t i = 0; i < axis.steps.size(); ++i) {
        of_run[axis.steps[i].run].push_back(column.values[row * table.size + i]);
      }
      for (std::vector<double>& one : of_run) values.push_back(MedianOfKnown(one));
    }
    column.values = std::move(values);
  }
  table.size = runs;
}

}  // namespace

std::optional<size_t> TableSamples::Find(RowId row) const {
  const auto it = rows.find(row);
  if (it == rows.end()) return std::nullopt;
  return it->second;
}

const TableSamples::Column* TableSamples::FindColumn(std::string_view name) const {
  for (const Column& column : columns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

std::vector<double> TableSamples::Over(const std::vector<size_t>& of_rows, const Column& column,
                                       const Function& function) const {
  std::vector<double> results;
  results.reserve(size);
  for (size_t sample = 0; sample < size; ++sample) {
    std::vector<double> values;
    values.reserve(of_rows.size());
    for (const size_t row : of_rows) values.push_back(Of(row, column)[sample]);
    results.push_back(function(values));
  }
  return results;
}

const TableSamples* ViewSamples::Find(std::string_view id) const {
  for (const TableSamples& table : tables) {
    if (table.id == id) return &table;
  }
  return nullptr;
}

absl::StatusOr<ViewSamples> SampleView(Answerer& answerer, const SampledView& view, SampleAxis axis,
                                       const Query& query, const std::vector<std::string>& columns,
                                       RunContext& context) {
  ViewSamples samples;
  if (axis.kind == SampleKind::kNone || !view.takes_steps || view.rows_are_steps) return samples;
  samples.kind = axis.kind;
  samples.whole_steps = axis.steps.size();
  if (!view.has_series) axis.Thin(kMostStepsAsked);
  samples.lengths = axis.Lengths();
  samples.run_ends = axis.RunEnds();
  const std::vector<SampleAsk> asks = AsksOf(view, axis);
  // An answer is dropped before the next is asked for, as all of them would take too much memory.
  const size_t at_once = std::max<size_t>(1, context.threads());
  for (size_t begin = 0; begin < asks.size(); begin += at_once) {
    const size_t count = std::min(at_once, asks.size() - begin);
    std::vector<absl::StatusOr<std::vector<AskedTable>>> answers(count);
    InParallel(count, context.threads(), [&](size_t i) {
      answers[i] = AskTables(answerer, view, asks[begin + i], axis, query, columns, context);
    });
    for (size_t i = 0; i < count; ++i) {
      PROFILER_RETURN_IF_ERROR(answers[i].status());
      AddAnswer(*std::move(answers[i]), asks[begin + i].steps, axis.steps.size(), samples);
    }
  }
  // Rows that came with a later answer lack the last values of columns that it did not have.
  for (TableSamples& table : samples.tables) {
    for (TableSamples::Column& column : table.columns) {
      column.values.resize(table.rows.size() * table.size, column.adds_up ? 0 : kAbsentReal);
    }
    if (axis.kind == SampleKind::kRuns) TakeRuns(axis, table);
  }
  return samples;
}

ViewSamples SamplesOfAnswer(const SampleAxis& axis, const Report& answer,
                            const std::vector<std::string>& columns) {
  ViewSamples samples;
  if (axis.kind != SampleKind::kSteps) return samples;
  samples.kind = axis.kind;
  samples.whole_steps = axis.steps.size();
  samples.lengths = axis.Lengths();
  samples.run_ends = axis.RunEnds();
  SampleAsk ask{axis.runs.front().selected, 0, {}};
  for (uint32_t i = 0; i < axis.steps.size(); ++i) ask.steps.push_back(i);
  AddAnswer(TablesWithSeries(answer, ask, axis, columns), ask.steps, axis.steps.size(), samples);
  return samples;
}

Query WholeTable(const Query& query) {
  Query whole = query;
  const Query standard;
  whole.where = standard.where;
  whole.top.reset();
  whole.order_by = standard.order_by;
  whole.min = standard.min;
  return whole;
}

}  // namespace profiler
