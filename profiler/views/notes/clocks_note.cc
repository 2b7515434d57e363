#include "profiler/views/notes/clocks_note.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"
#include "profiler/base/value.h"
#include "profiler/report/format_value.h"

namespace profiler {

absl::Status AddClocksNote(const Selected& selected, RunContext& context, Report& report) {
  const Profile& profile = selected.profile();
  if (profile.sources.size() < 2) return absl::OkStatus();
  PROFILER_ASSIGN_OR_RETURN(const auto collectives, SharedCollectives(selected, context));
  const Runs runs = RunsOf(profile);
  for (uint32_t run = 0; run < collectives->waits.runs.size(); ++run) {
    const RunWaits& waits = collectives->waits.runs[run];
    if (waits.arrivals != Arrivals::kDisagreeing) continue;
    report.notes.push_back(
        {"clocks_disagree", Severity::kWarning,
         fmt::format(
             "{}the ranks' clocks disagree, by up to {}: times of different ranks cannot be "
             "compared, and -from and -to cut other steps on each: choose steps with -step",
             runs.are_several() ? fmt::format("run {}: ", runs.names[run]) : "",
             FormatValue(static_cast<Value>(waits.end_offset), Unit::kMicros))});
  }
  return absl::OkStatus();
}

}  // namespace profiler
