#include "profiler/views/info/info.h"

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/views/info/info_sections.h"

namespace profiler {
namespace {

std::vector<Report> MakeSections(const Profile& profile) {
  return {FileSection(profile),   HostSection(profile),  DeviceSection(profile),
          StepSection(profile),   TotalSection(profile), ColumnSection(profile),
          ProblemSection(profile)};
}

}  // namespace

std::vector<Report> InfoSections() { return MakeSections(Profile()); }

absl::StatusOr<Report> InfoView(const Selected& selected, const Query&, RunContext&) {
  const Profile& profile = selected.profile();
  Report report;
  report.view = "info";
  report.title = "What was opened";
  report.shape = Shape::kTable;
  report.sections = MakeSections(profile);
  AddMetricClockNotes(profile, report);
  return report;
}

}  // namespace profiler
