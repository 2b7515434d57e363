#include "profiler/export/timeline/timeline.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/base/status.h"
#include "profiler/catalog/views.h"
#include "profiler/export/timeline/graph/timeline_graph.h"
#include "profiler/export/timeline/timeline_trace.h"
#include "profiler/export/timeline/timeline_tree.h"
#include "profiler/export/timeline/timeline_writer.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// The steps that the report is of, at the end of the file's name: as tfprof, -1 for all.
absl::StatusOr<std::string> StepsText(const Profile& profile, const StepSelection& selection) {
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, selection));
  if (steps.all) return "-1";
  if (!steps.one_number) return selection.text();
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    if (steps.Has(StepId(i))) return fmt::format("{}", profile.steps[StepId(i)].number);
  }
  return selection.text();
}

absl::StatusOr<ExportResult> ExportTreeTimeline(const Profile& profile, const Query& query,
                                                const ExportParams& params, OutputFiles& files,
                                                RunContext& context) {
  const View* view = FindView(params.view);
  if (view == nullptr) return absl::InternalError(fmt::format("no view '{}'", params.view));
  Query asked = query;
  asked.select = {Field::kMicros};  // whatever is selected: an event's length is its time
  PROFILER_ASSIGN_OR_RETURN(Report report, view->run(profile, asked, context));
  std::string path = params.outfile;
  if (!params.merge_steps) {
    PROFILER_ASSIGN_OR_RETURN(const std::string steps, StepsText(profile, query.selection.steps));
    path += "_" + steps;
  }
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files.Create(path));
  TraceWriter writer(*file);
  PROFILER_RETURN_IF_ERROR(DrawTree(report, writer));
  PROFILER_RETURN_IF_ERROR(writer.Close());
  ExportResult result;
  AddTimelineBanner("", path, result);
  result.notes = std::move(report.notes);
  return result;
}

}  // namespace

absl::StatusOr<ExportResult> ExportTimeline(const Profile& profile, const Query& query,
                                            const ExportParams& params, OutputFiles& files,
                                            RunContext& context) {
  const auto run = params.view == "graph"   ? ExportGraphTimeline
                   : params.view == "trace" ? ExportTraceTimeline
                                            : ExportTreeTimeline;
  return run(profile, query, params, files, context);
}

void AddTimelineBanner(std::string_view before, const std::string& path, ExportResult& result) {
  constexpr std::string_view kStars = "******************************************************";
  if (!result.banner.empty()) result.banner += '\n';
  result.banner += fmt::format(
      "{}\n{}\nTimeline file is written to {}.\n"
      "Open a Chrome browser, enter URL chrome://tracing and load the timeline file.\n{}",
      before, kStars, path, kStars);
}

}  // namespace profiler
