#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/base/status.h"
#include "profiler/export/export.h"
#include "profiler/export/store/kept_runs.h"
#include "profiler/export/store/store_frames.h"
#include "profiler/export/store/store_rows.h"
#include "profiler/export/store/store_selection.h"
#include "profiler/export/store/store_strings.h"
#include "profiler/export/store/store_tensors.h"
#include "profiler/export/store/without_events.h"

namespace profiler {

namespace {

absl::Status WriteStore(const Profile& profile, const StoreSelection& selection,
                        const ExportParams& params, OutputFiles& files, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files.Create(params.outfile));
  const bool has_all = !LacksEvents(profile);
  StoreFrames frames(*file, context, has_all ? store_file::kFormatWithEvents : store_file::kFormat,
                     /*packs_well=*/!params.with_events);
  const StoredStrings strings =
      params.with_events ? StoredStrings(profile.strings) : StoredStrings::UsedBy(profile);
  PROFILER_RETURN_IF_ERROR(strings.Write(frames));
  PROFILER_RETURN_IF_ERROR(WriteStoreRows(profile, selection, strings, params.with_args, frames));
  PROFILER_RETURN_IF_ERROR(WriteStoreTensors(profile, context, frames));
  PROFILER_RETURN_IF_ERROR(frames.Finish());
  return file->Close();
}

absl::StatusOr<ExportResult> ExportStore(const Selected& selected, const Query& query,
                                         const ExportParams& params, OutputFiles& files,
                                         RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const StoreSelection selection(selected);
  if (params.with_events) {
    PROFILER_RETURN_IF_ERROR(WriteStore(profile, selection, params, files, context));
  } else {
    PROFILER_ASSIGN_OR_RETURN(const Profile kept, WithoutEvents(selected, context));
    const Selected of_kept(kept, selected.selection());
    PROFILER_RETURN_IF_ERROR(WriteStore(kept, StoreSelection(of_kept), params, files, context));
  }

  ExportResult result;
  const auto count = [](size_t n, std::string_view what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  result.banner = fmt::format(
      "store written to {} ({}, {}, {}{})", params.outfile, count(profile.sources.size(), "source"),
      count(profile.op_count(), "op"), count(selection.steps().size(), "step"),
      params.with_events ? "" : ", no events: times of ops and kernels are kept to 0.1 %");
  if (!params.with_events) {
    PROFILER_ASSIGN_OR_RETURN(const std::string runs, DescribeRuns(selected, query, context));
    result.banner += runs;
  }
  if (!query.selection.account_types.all()) {
    result.notes.push_back(
        {"all_ops_written", Severity::kInfo,
         "-account_type_regexes does not narrow -output store: all ops are in it"});
  }
  return result;
}

}  // namespace

// Writes the profile as our own file (proto/store.proto), which opens like any other input with the
// same answers. The file has the recorded facts; derived data (derive/) is computed when the file
// is read. It has all ops, but only the executions in the selected steps and places.
extern const Exporter kStoreExporter = {
    .name = "store",
    .help =
        "our own file (proto/store.proto) of all that is opened, for any command: it opens like "
        "any "
        "other input, faster, and answers the same. Several inputs become one file. -step, "
        "-source, "
        "-host, -rank and -device narrow the executions in it; ops are in it all. events=none "
        "leaves "
        "events out: a small file for diff, check and trend, for steps, kernels and the views of "
        "ops, with times to 0.1 %",
    .run = ExportStore,
    .obeys = kSelectionUses | OptionUse::kRawArguments,
    .may_leave_events_out = true,
};

}  // namespace profiler
