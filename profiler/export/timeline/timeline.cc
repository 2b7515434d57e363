#include "profiler/export/timeline/timeline.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/export/timeline/graph/timeline_graph.h"
#include "profiler/export/timeline/timeline_trace.h"
#include "profiler/export/timeline/timeline_tree.h"
#include "profiler/export/timeline/timeline_writer.h"

namespace profiler {
namespace {

// The suffix of the file name for the selected steps; -1 if all are, as in tfprof.
std::string StepsText(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  const std::string& text = selected.selection().steps.text();
  if (steps.all) return "-1";
  if (!steps.one_number) return text;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    if (steps.Has(StepId(i))) return fmt::format("{}", profile.steps[StepId(i)].number);
  }
  return text;
}

absl::StatusOr<ExportResult> ExportTreeTimeline(const Selected& selected, const Query& query,
                                                const ExportParams& params, OutputFiles& files,
                                                RunContext& context) {
  Query asked = query;
  asked.select = {Measure::kMicros};  // the width of an event is its time, with any -select
  PROFILER_ASSIGN_OR_RETURN(Report report,
                            params.views->Ask(params.view, selected, asked, context));
  std::string path = params.outfile;
  if (!params.merge_steps) path += "_" + StepsText(selected);
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files.Create(path));
  TraceWriter writer(*file);
  PROFILER_RETURN_IF_ERROR(DrawTree(report, writer));
  if (params.base != nullptr) {
    PROFILER_ASSIGN_OR_RETURN(const Report of_base,
                              params.views->Ask(params.view, *params.base, asked, context));
    writer.StartBase(0);
    PROFILER_RETURN_IF_ERROR(DrawTree(of_base, writer));
  }
  PROFILER_RETURN_IF_ERROR(writer.Close());
  ExportResult result;
  AddTimelineBanner("", path, result);
  result.notes = std::move(report.notes);
  return result;
}

constexpr RowKind kTimelineRows[] = {RowKind::kScopes, RowKind::kDataFlow, RowKind::kFrames,
                                     RowKind::kEvents};

absl::StatusOr<ExportResult> ExportTimeline(const Selected& selected, const Query& query,
                                            const ExportParams& params, OutputFiles& files,
                                            RunContext& context) {
  const auto run = params.rows == RowKind::kDataFlow ? ExportGraphTimeline
                   : params.rows == RowKind::kEvents ? ExportTraceTimeline
                                                     : ExportTreeTimeline;
  return run(selected, query, params, files, context);
}

}  // namespace

const Exporter kTimelineExporter = {
    .name = "timeline",
    .help =
        "a Chrome trace for chrome://tracing or ui.perfetto.dev, from scope, graph, code or trace: "
        "of trace every event, in one file; of graph what ran when and where, FILE_<step> for each "
        "step (-merge_steps: one file); of scope and code their tree, by total time. With -base "
        "OLD of trace, scope and code both profiles, the base as processes `base: ...`",
    .run = ExportTimeline,
    .rows = kTimelineRows,
    .obeys = kOpTreeUses | OptionUse::kSampleTypes | OptionUse::kMergedSteps | OptionUse::kBase,
};

void AddTimelineBanner(std::string_view before, const std::string& path, ExportResult& result) {
  constexpr std::string_view kStars = "******************************************************";
  if (!result.banner.empty()) result.banner += '\n';
  result.banner += fmt::format(
      "{}\n{}\nTimeline file is written to {}.\n"
      "Open a Chrome browser, enter URL chrome://tracing and load the timeline file.\n{}",
      before, kStars, path, kStars);
}

}  // namespace profiler
