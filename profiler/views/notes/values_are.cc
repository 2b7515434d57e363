#include "profiler/views/notes/values_are.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/values/step_statistic.h"

namespace profiler {
namespace {

constexpr size_t kLongestList = 40;  // characters of a list of steps

// The steps that values are taken over. A profile without steps has one, found_by `whole`.
struct StepsOfValues {
  size_t count = 0, partial = 0;
  size_t runs = 1;             // separate ones, each with its own steps
  std::string list;            // empty if too long
  bool share_numbers = false;  // steps of several marks, epochs or processes
  size_t per_number = 0;       // steps of each number; 0 if they differ
};

StepsOfValues StepsOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::set<int64_t> numbers, partial;
  std::set<StepId> different;
  std::map<int64_t, size_t> of_number;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (!selected.steps().Has(StepId(i)) || step.found_by == StepFoundBy::kWhole) continue;
    numbers.insert(step.number);
    if (different.insert(SameStep(profile, StepId(i))).second) ++of_number[step.number];
    if (step.partial) partial.insert(step.number);
  }
  StepsOfValues steps;
  steps.count = numbers.size();
  steps.partial = partial.size();
  steps.runs = CountSelectedRuns(selected);
  steps.share_numbers = steps.runs == 1 && different.size() > numbers.size();
  if (steps.share_numbers) steps.count = different.size();
  const size_t each = of_number.empty() ? 0 : of_number.begin()->second;
  const bool are_alike = std::all_of(of_number.begin(), of_number.end(),
                                     [&](const auto& one) { return one.second == each; });
  if (are_alike) steps.per_number = each;
  steps.list = StepList({numbers.begin(), numbers.end()});
  if (steps.list.size() > kLongestList) steps.list.clear();
  return steps;
}

// Returns e.g. "8 steps (2..9)".
std::string Counted(const StepsOfValues& steps) {
  const std::string runs =
      steps.runs > 1 ? fmt::format(" of {} separate runs", steps.runs) : std::string();
  if (steps.count == 1) return (steps.list.empty() ? "one step" : "step " + steps.list) + runs;
  if (steps.share_numbers) {
    return fmt::format("{} steps, {}{}", steps.count,
                       steps.per_number > 0 ? fmt::format("{} of each number", steps.per_number)
                                            : "some with the same number",
                       steps.list.empty() ? "" : fmt::format(" ({})", steps.list));
  }
  return steps.list.empty() ? fmt::format("{} steps{}", steps.count, runs)
                            : fmt::format("{} steps ({}){}", steps.count, steps.list, runs);
}

// Returns e.g. "the whole recording: 8 steps (2..9), 2 of them partial, and what ran outside".
std::string AllTime(const Selected& selected, const StepsOfValues& steps) {
  const Selection& selection = selected.selection();
  const bool has_window = selection.from.given() || selection.to.given();
  const std::string_view what =
      has_window ? "what ran between -from and -to" : "the whole recording";
  if (!selected.steps().all) return Counted(steps);
  if (steps.count == 0) return std::string(what);
  return fmt::format("{}: {}{} and the time outside steps", what, Counted(steps),
                     steps.partial > 0 && steps.count > 1
                         ? fmt::format(", {} of them partial,", steps.partial)
                         : "");
}

std::string OfStatistic(Statistic statistic, const Selected& selected, const StepsOfValues& steps) {
  if (steps.count == 0) return "totals over " + AllTime(selected, steps);
  if (steps.count == 1) return "of " + Counted(steps);
  const std::string of = Counted(steps);
  switch (statistic) {
    case Statistic::kMean:
      return fmt::format("means per step over {}{}; an op's mean is over the steps that it ran in",
                         of, steps.runs > 1 ? ", added up over the runs that have the row" : "");
    case Statistic::kPerStep:
      return fmt::format("means per step, and the values in each step, over {}", of);
    case Statistic::kMeanAll:
      return fmt::format("means per step over {}; a step without an op counts as 0", of);
    case Statistic::kSum:
      return "totals over " + AllTime(selected, steps);
    case Statistic::kMedian:
    case Statistic::kP95:
    case Statistic::kMin:
    case Statistic::kMax:
      return fmt::format("the {} over {}, of those that a row ran in", Info(statistic).name, of);
  }
  return "";
}

bool ShowsShares(const Report& table) {
  return table.shape == Shape::kRanked ||
         std::any_of(table.columns.begin(), table.columns.end(),
                     [](const ReportColumn& column) { return column.unit == Unit::kShare; });
}

std::string Sentence(const Selected& selected, const Query& query, const Report& table) {
  const TableValues& values = table.values;
  const StepsOfValues steps = StepsOf(selected);
  std::string text;
  switch (values.basis) {
    case Basis::kNone:
      return "";
    case Basis::kTotals:
      text = "Values are totals over " + AllTime(selected, steps);
      break;
    case Basis::kWholeTotals:
      text = "Values are totals over " +
             (steps.count > steps.partial ? std::string("whole steps, without partial ones")
              : steps.count > 0           ? std::string("partial steps, as no step is whole")
                                          : AllTime(selected, steps));
      break;
    case Basis::kOps:
      text = "Values are " + OfStatistic(query.statistic, selected, steps);
      break;
    case Basis::kEachStep:
      text = "Each row is one step";
      break;
    case Basis::kEachEvent:
      text = "Each row is one event";
      break;
    case Basis::kWholeSteps:
      text = steps.count == 0 ? "Values are of " + AllTime(selected, steps)
             : steps.count > steps.partial
                 ? std::string("Values are statistics over whole steps, without partial ones")
                 : std::string("Values are statistics over partial steps, as no step is whole");
      break;
    case Basis::kTimesInSteps:
      text = steps.count == 0 ? "Values are statistics of each time that it ran, over " +
                                    AllTime(selected, steps) + ", which has no steps"
                              : "Values are statistics of the times in each step, over " +
                                    AllTime(selected, steps);
      break;
    case Basis::kSamples:
      text = "Values are statistics of the samples in " + AllTime(selected, steps);
      break;
    case Basis::kPeaks:
      text = "Sizes are those at the peak of memory, counts are totals, over " +
             AllTime(selected, steps);
      break;
  }
  const bool is_of_recording = values.basis == Basis::kWholeSteps && steps.count == 0;
  if (!values.shares_of.empty() && ShowsShares(table)) {
    text += fmt::format("; shares are of {}", is_of_recording ? "the recording" : values.shares_of);
  }
  return text;
}

}  // namespace

void DescribeValues(const Selected& selected, const Query& query, Report& report) {
  if (report.values.basis != Basis::kNone && report.values_are.empty()) {
    report.values_are = Sentence(selected, query, report);
  }
  for (Report& section : report.sections) DescribeValues(selected, query, section);
}

}  // namespace profiler
