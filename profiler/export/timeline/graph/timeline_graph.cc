#include "profiler/export/timeline/graph/timeline_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/export/timeline/graph/timeline_flows.h"
#include "profiler/export/timeline/graph/timeline_memory.h"
#include "profiler/export/timeline/graph/timeline_tensors.h"
#include "profiler/export/timeline/timeline.h"
#include "profiler/export/timeline/timeline_counters.h"
#include "profiler/export/timeline/timeline_slices.h"

namespace profiler {
namespace {

class GraphTimeline {
 public:
  GraphTimeline(const Selected& selected, const Query& query, const ExportParams& params,
                OutputFiles& files, RunContext& context)
      : selected_(selected),
        profile_(selected.profile()),
        query_(query),
        params_(params),
        files_(files),
        context_(context),
        clock_(profile_),
        groups_(profile_),
        consumers_(FindConsumers(profile_)),
        picker_(profile_, *params.views) {}

  absl::StatusOr<ExportResult> Export() {
    PROFILER_ASSIGN_OR_RETURN(const TimelineParts parts,
                              SplitTimeline(selected_, params_.merge_steps));
    if (profile_.steps.size() == 0) {
      return absl::NotFoundError("-output timeline: no step was recorded, so nothing can be drawn");
    }
    for (const TimelinePart& part : parts.files) {
      PROFILER_RETURN_IF_ERROR(WritePart(part));
    }
    AddNotes(parts.flows_between_files);
    return std::move(result_);
  }

 private:
  absl::Status WritePart(const TimelinePart& part) {
    PROFILER_ASSIGN_OR_RETURN(const DrawnOps ops, picker_.Pick(part.selected, query_, context_));
    if (ops.hidden > 0) hidden_ = std::max(hidden_, CountHidden(ops));
    for (const Note& note : ops.notes) AddNote(note);
    const std::string path = params_.outfile + part.suffix;
    PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files_.Create(path));
    TraceWriter writer(*file, clock_.base_ns());
    TimelineProcesses processes(writer);
    const TimelineSource source{profile_,
                                clock_,
                                groups_,
                                part,
                                ops,
                                consumers_,
                                params_.merge_steps,
                                query_.compat_tfprof};
    SliceDrawer slices(source, writer, processes);
    PROFILER_RETURN_IF_ERROR(slices.Draw(context_));
    PROFILER_RETURN_IF_ERROR(DrawTensors(source, slices, writer, processes, context_));
    MemoryDrawer memory(source, writer, processes);
    memory.NameProcesses();
    DrawFlows(source, slices, writer);
    memory.Draw();
    CounterDrawer counters(profile_, clock_, groups_, writer, processes);
    for (const auto& [series, row] : part.counters) counters.Draw(profile_.series[series], row);
    processes.WriteOrder();
    PROFILER_RETURN_IF_ERROR(writer.Close());
    not_placed_ += slices.not_placed();
    std::string peaks;
    for (const MemoryDrawer::Peak& peak : memory.Peaks()) {
      peaks += fmt::format("{} peak memory: {:.2f} MB\n", peak.device,
                           static_cast<double>(peak.bytes) / 1e6);
    }
    AddTimelineBanner("generating trace file.\n" + peaks, path, result_);
    return absl::OkStatus();
  }

  // Counts only ops that ran.
  int64_t CountHidden(const DrawnOps& drawn) const {
    int64_t hidden = 0;
    for (uint32_t op = 0; op < profile_.op_count(); ++op) {
      const auto [first, last] = profile_.ExecsOf(OpId(op));
      hidden += first < last && !drawn.Has(OpId(op));
    }
    return hidden;
  }

  void AddNote(const Note& note) {
    for (const Note& told : result_.notes) {
      if (told.id == note.id && told.text == note.text) return;
    }
    result_.notes.push_back(note);
  }

  void AddNotes(int64_t flows_between_files) {
    if (hidden_ > 0) {
      AddNote(
          {"hidden_ops", Severity::kInfo,
           fmt::format("{} ops that ran are not drawn: they are below -max_depth {} or left out "
                       "by other options; -max_depth 100000 draws all depths",
                       hidden_, query_.max_depth)});
    }
    if (not_placed_ > 0) {
      AddNote({"not_placed", Severity::kWarning,
               fmt::format("{} executions are not drawn: they have no start, or a time that no "
                           "axis can hold",
                           not_placed_)});
    }
    if (flows_between_files > 0) {
      AddNote({"flows_between_steps", Severity::kInfo,
               fmt::format("{} arrows go from one step to another: -merge_steps draws them",
                           flows_between_files)});
    }
    if (profile_.time_axis.without_wall_clock > 0 && profile_.sources.size() > 1) {
      AddNote({"no_wall_clock", Severity::kWarning,
               fmt::format("{} inputs have no wall clock: they may not align with the others",
                           profile_.time_axis.without_wall_clock)});
    }
  }

  const Selected& selected_;
  const Profile& profile_;
  const Query& query_;
  const ExportParams& params_;
  OutputFiles& files_;
  RunContext& context_;
  const TimelineClock clock_;
  const TimelineGroups groups_;
  const Consumers consumers_;
  OpPicker picker_;
  ExportResult result_;
  int64_t hidden_ = 0, not_placed_ = 0;
};

}  // namespace

absl::StatusOr<ExportResult> ExportGraphTimeline(const Selected& selected, const Query& query,
                                                 const ExportParams& params, OutputFiles& files,
                                                 RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(ExportResult result,
                            GraphTimeline(selected, query, params, files, context).Export());
  if (params.base != nullptr) {
    result.notes.push_back({"base_not_drawn", Severity::kWarning,
                            "The timeline of graph draws the new profile only: those of trace, "
                            "scope and code also draw the base"});
  }
  return result;
}

}  // namespace profiler
