#include "profiler/advise/metric_clock_notes.h"
#include "profiler/views/info/info_sections.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

std::vector<Report> MakeSections(const Profile& profile) {
  return {FileSection(profile),   HostSection(profile),  DeviceSection(profile),
          StepSection(profile),   TotalSection(profile), ColumnSection(profile),
          ProblemSection(profile)};
}

std::vector<Report> InfoSections() { return MakeSections(Profile()); }

absl::StatusOr<Report> AnswerInfo(const Selected& selected, const Query&, RunContext&) {
  const Profile& profile = selected.profile();
  Report report;
  report.view = "info";
  report.title = "What was opened";
  report.shape = Shape::kTable;
  report.sections = MakeSections(profile);
  AddMetricClockNotes(profile, report);
  return report;
}

}  // namespace

extern const View kInfoView = {
    .name = "info",
    .summary = "what was opened, what it holds and what it lacks, and what reading it met",
    .details =
        "Tables: files, hosts, devices, steps by how they were found, totals, which columns have "
        "values and why others have none, and the import report. It tells about all that was "
        "opened: of all options only -from, -to and -step_event leave anything out.",
    .run = AnswerInfo,
    .rows = RowKind::kOther,
    .shape = Shape::kTable,
    .sections = InfoSections,
};

}  // namespace profiler
