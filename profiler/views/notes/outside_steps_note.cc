#include "profiler/views/notes/outside_steps_note.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/selection/whole_steps.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr double kWorthANote = 0.01;  // share of all time

struct OutsideTimes {
  Int128 all = 0, outside = 0, partial = 0;
  bool runs_outside = false;
};

OutsideTimes OutsideTimesOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  OutsideTimes times;
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!selected.source_filter().Has(row.step, row.device)) continue;
    const Int128 time = row.cpu_time + row.accelerator_time;
    times.all += time;
    if (!row.step.valid()) {
      times.outside += time;
      times.runs_outside = true;
    } else if (profile.steps[row.step].partial) {
      times.partial += time;
    }
  }
  return times;
}

std::string PercentText(Int128 part, Int128 all) {
  return fmt::format("{:.1f}%", 100 * static_cast<double>(part) / static_cast<double>(all));
}

}  // namespace

void AddOutsideStepsNote(const Selected& selected, const Query& query, Report& report) {
  const Profile& profile = selected.profile();
  if (query.compat_tfprof || !selected.selection().steps.all() ||
      !IsShown(query, Measure::kMicros)) {
    return;
  }
  const OutsideTimes times = OutsideTimesOf(selected);
  const bool is_apart = !OutsideCounts(query);
  if (is_apart && times.runs_outside) {
    report.notes.push_back(
        {"outside_steps_is_total", Severity::kInfo,
         fmt::format("{} is a total, not a mean per step: no other row includes it",
                     kOutsideSteps)});
  }
  const std::vector<int64_t> whole = NumbersOfWholeSteps(profile);
  if (whole.empty()) return;
  const Int128 counted = is_apart ? times.all - times.outside : times.all;
  const auto left_out =
      static_cast<double>(is_apart ? times.partial : times.outside + times.partial);
  if (left_out < kWorthANote * static_cast<double>(counted) || left_out <= 0) return;
  const std::string where =
      is_apart
          ? fmt::format("took in steps, {} is", PercentText(times.partial, counted))
          : fmt::format("took, {} is outside every step and {}",
                        PercentText(times.outside, counted), PercentText(times.partial, counted));
  report.notes.push_back(
      {"time_outside_steps", Severity::kInfo,
       fmt::format("of {} that ops {} in partial steps, which `steps` and `overview` leave out of "
                   "their means: -step {} leaves it out here",
                   ScaledText(counted, Unit::kMicros), where, StepList(whole))});
}

}  // namespace profiler
