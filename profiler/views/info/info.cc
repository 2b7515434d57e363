#include "profiler/advise/metric_clock_notes.h"
#include "profiler/base/status.h"
#include "profiler/views/info/info_sections.h"
#include "profiler/views/notes/clocks_note.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

std::vector<Report> MakeSections(const Profile& profile) {
  return {FileSection(profile),   HostSection(profile),  DeviceSection(profile),
          StepSection(profile),   TotalSection(profile), ColumnSection(profile),
          ProblemSection(profile)};
}

std::vector<Report> InfoSections() { return MakeSections(Profile()); }

absl::StatusOr<Report> AnswerInfo(const Selected& selected, const Query&, RunContext& context) {
  const Profile& profile = selected.profile();
  Report report;
  report.view = "info";
  report.title = "What was opened";
  report.shape = Shape::kTable;
  report.sections = MakeSections(profile);
  AddMetricClockNotes(profile, report);
  // It is about everything that was opened, whatever is selected.
  PROFILER_RETURN_IF_ERROR(AddClocksNote({profile, Selection()}, context, report));
  return report;
}

}  // namespace

extern const View kInfoView = {
    .name = "info",
    .summary = "what was opened: files, hosts, devices, missing columns, import problems",
    .details =
        "Tables: files, hosts, devices, steps by how they were found, totals, which columns have "
        "values and why others have none, and the import report. It is about everything that was "
        "opened: only -from, -to and -step_event narrow it.",
    .run = AnswerInfo,
    .rows = RowKind::kOther,
    .shape = Shape::kTable,
    .sections = InfoSections,
    .obeys = OptionUse::kWindow,
};

}  // namespace profiler
