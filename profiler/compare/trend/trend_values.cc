#include "profiler/compare/trend/trend_values.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"

namespace profiler {
namespace {

// Whether the totals of a measure are shown: no run has it in its steps, or less than half have a
// value.
bool ShowsTotals(const std::vector<TrendRun>& runs, size_t measure) {
  size_t totals = 0, values = 0, either = 0;
  bool is_in_steps = false;
  for (const TrendRun& run : runs) {
    if (measure >= run.taken.size()) continue;
    const TrendValue& taken = run.taken[measure];
    const bool has_value = !std::isnan(taken.value), has_total = !std::isnan(taken.total);
    values += has_value ? 1 : 0;
    totals += has_total ? 1 : 0;
    either += has_value || has_total ? 1 : 0;
    is_in_steps |= has_value && taken.is_in_steps;
  }
  return totals > 0 && (!is_in_steps || 2 * values < either);
}

// Why a run lacks what is shown of a measure that it has.
std::string LackText(const TrendMeasure& measure) {
  return measure.basis == StepBasis::kTotals
             ? fmt::format("{} is known per step only, and most runs have totals", measure.text)
             : fmt::format(
                   "what one step has of {} is unknown, and totals of runs are not "
                   "compared with values per step",
                   measure.text);
}

// How many runs lack rows of the measure that another one has. If no run has them, a name may be
// misspelt, and none has a value.
size_t CountAbsent(size_t at, std::vector<TrendRun>& runs) {
  size_t absent = 0;
  bool is_anywhere = false;
  for (const TrendRun& run : runs) {
    if (at >= run.taken.size()) continue;
    const TrendValue& taken = run.taken[at];
    absent += taken.absent.empty() ? 0 : 1;
    is_anywhere |= taken.absent.empty() && !(std::isnan(taken.value) && std::isnan(taken.total));
  }
  if (is_anywhere || absent == 0) return absent;
  for (TrendRun& run : runs) {
    if (at >= run.taken.size() || run.taken[at].absent.empty()) continue;
    if (run.problem.empty()) run.problem = run.taken[at].absent;
    run.taken[at] = TrendValue();
  }
  return 0;
}

void ShowMeasure(size_t at, TrendMeasure& measure, std::vector<TrendRun>& runs) {
  measure.basis = ShowsTotals(runs, at) ? StepBasis::kTotals : StepBasis::kNone;
  const bool shows_totals = measure.basis == StepBasis::kTotals;
  for (const TrendRun& run : runs) {
    const bool is_per_step = at < run.taken.size() && run.taken[at].is_per_step;
    if (!shows_totals && is_per_step) measure.basis = StepBasis::kPerStep;
  }
  for (TrendRun& run : runs) {
    if (at >= run.taken.size()) continue;
    const TrendValue& taken = run.taken[at];
    run.values.push_back(shows_totals ? taken.total : taken.value);
    const bool is_known = !std::isnan(taken.total) || !std::isnan(taken.value);
    if (is_known && std::isnan(run.values.back()) && run.problem.empty()) {
      run.problem = LackText(measure);
    }
  }
}

}  // namespace

absl::StatusOr<TrendValue> TakeTrendValue(const MeasureTaker& taker, const Selected& selected) {
  std::string absent;
  absl::StatusOr<MeasuredSide> found = taker.Take(selected, ReadMeasure);
  if (absl::IsNotFound(found.status()) && !taker.tools.view(taker.measure).rows_are_steps) {
    absl::StatusOr<MeasuredSide> none = taker.Take(selected, ReadMeasureOrNone);
    PROFILER_RETURN_IF_ERROR(taker.context.Check());
    if (none.ok() && none->measured.is_none) {
      absent = Message(found.status());
      found = std::move(none);
    }
  }
  PROFILER_ASSIGN_OR_RETURN(MeasuredSide side, std::move(found));
  PROFILER_RETURN_IF_ERROR(taker.TakeCountsUncut(side, /*base=*/nullptr));
  PROFILER_ASSIGN_OR_RETURN(const StepBasis basis, taker.BasisOf(side));
  TrendValue taken;
  taken.absent = std::move(absent);
  taken.is_per_step = basis == StepBasis::kPerStep;
  (basis == StepBasis::kTotals ? taken.total : taken.value) = side.measured.value;
  if (!side.measured.are_totals) return taken;
  PROFILER_ASSIGN_OR_RETURN(const SampleAxis steps, taker.WholeSteps(selected));
  PROFILER_ASSIGN_OR_RETURN(const std::optional<MeasuredSide> of_step,
                            taker.TakeOfStep(selected, steps));
  if (!of_step) return taken;
  taken.value = of_step->measured.value;
  taken.is_per_step = true;
  taken.is_in_steps = !of_step->measured.rows.empty();
  return taken;
}

std::vector<Note> ChooseTrendValues(std::vector<TrendMeasure>& measures,
                                    std::vector<TrendRun>& runs) {
  std::vector<Note> notes;
  for (TrendRun& run : runs) run.values.clear();
  for (size_t m = 0; m < measures.size(); ++m) {
    if (const size_t absent = CountAbsent(m, runs); absent > 0) {
      notes.push_back(
          {"absent_rows", Severity::kInfo,
           fmt::format("{}: {} of {} runs {} no row of it, which counts as 0", measures[m].text,
                       absent, runs.size(), absent == 1 ? "has" : "have")});
    }
    ShowMeasure(m, measures[m], runs);
    if (measures[m].basis != StepBasis::kTotals) continue;
    notes.push_back({"trend_of_totals", Severity::kInfo,
                     fmt::format("{}: {}, so runs with more steps have larger ones",
                                 measures[m].text, ValuesAreText(measures[m].basis))});
  }
  return notes;
}

bool HaveUnlikeAccelerators(const std::vector<TrendRun>& runs) {
  std::string_view known;
  for (const TrendRun& run : runs) {
    if (run.accelerators.empty()) continue;
    if (!known.empty() && known != run.accelerators) return true;
    known = run.accelerators;
  }
  return false;
}

std::string AcceleratorsChanged(const std::vector<TrendRun>& runs, size_t at) {
  if (runs[at].accelerators.empty()) return "";
  for (size_t before = at; before-- > 0;) {
    const std::string& old = runs[before].accelerators;
    if (old.empty()) continue;
    return old == runs[at].accelerators
               ? ""
               : fmt::format("; accelerators changed there, too: {}, before {}",
                             runs[at].accelerators, old);
  }
  return "";
}

}  // namespace profiler
