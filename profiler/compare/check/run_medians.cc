#include "profiler/compare/check/run_medians.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"
#include "profiler/compare/check/measured_runs.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/compare/stats/median.h"

namespace profiler {
namespace {

// The rows of one name in each run.
struct NamedRows {
  std::vector<double> values;
  std::set<std::vector<std::string>> keys;
  size_t most_in_run = 0;

  // Whether keys only tell runs apart, as where a device of each is a row of its own.
  bool are_one_row() const { return most_in_run == 1 && keys.size() == values.size(); }
};

std::map<std::string, NamedRows> RowsByName(const std::vector<Measured>& in_runs) {
  std::map<std::string, NamedRows> by_name;
  for (const Measured& in_run : in_runs) {
    std::map<std::string_view, size_t> counts;
    for (const MeasuredRow& row : in_run.rows) {
      NamedRows& named = by_name[row.name];
      named.values.push_back(row.value);
      named.keys.insert(row.key);
      named.most_in_run = std::max(named.most_in_run, ++counts[row.name]);
    }
  }
  return by_name;
}

// Of rows that are one in several runs the first stays, with the median of the runs.
void JoinRowsOfRuns(const std::vector<Measured>& in_runs, std::vector<MeasuredRow>& rows) {
  const std::map<std::string, NamedRows> by_name = RowsByName(in_runs);
  std::set<std::string> seen;
  std::vector<MeasuredRow> kept;
  for (MeasuredRow& row : rows) {
    const auto it = by_name.find(row.name);
    if (it != by_name.end() && it->second.values.size() > 1 && it->second.are_one_row()) {
      if (!seen.insert(row.name).second) continue;
      row.value = MedianOf(it->second.values);
    }
    kept.push_back(std::move(row));
  }
  rows = std::move(kept);
}

}  // namespace

absl::StatusOr<bool> TakeMediansOfRuns(const CheckTools& tools, const MeasureExpression& measure,
                                       const Selected& selected, const Query& query,
                                       RunContext& context, Measured& measured) {
  const bool is_each = measure.function == MeasureFunction::kEach;
  if (measured.rows.empty() || !RunsOf(selected.profile()).are_several()) return false;
  if (is_each && tools.view(measure).rows_are_steps) return false;
  const absl::StatusOr<SampleAxis> axis = AxisOfMeasure(tools, measure, selected, query, context);
  PROFILER_RETURN_IF_ERROR(context.Check());
  if (!axis.ok() || axis->runs.size() < 2) return false;
  PROFILER_ASSIGN_OR_RETURN(
      const std::vector<Measured> in_runs,
      MeasureRuns(tools, measure, *axis, measured.is_per_step, query, context));
  std::vector<double> values;
  std::map<std::vector<std::string>, std::vector<double>> of_rows;
  for (const Measured& in_run : in_runs) {
    if (!std::isnan(in_run.value)) values.push_back(in_run.value);
    for (const MeasuredRow& row : in_run.rows) of_rows[row.key].push_back(row.value);
  }
  if (!values.empty()) measured.value = MedianOf(values);
  measured.of_runs = std::move(values);
  for (MeasuredRow& row : measured.rows) {
    if (const auto it = of_rows.find(row.key); it != of_rows.end())
      row.value = MedianOf(it->second);
  }
  if (is_each) JoinRowsOfRuns(in_runs, measured.rows);
  return true;
}

}  // namespace profiler
