#include <fmt/format.h>

#include <memory>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/export/export.h"
#include "profiler/export/store/store_frames.h"
#include "profiler/export/store/store_rows.h"
#include "profiler/export/store/store_selection.h"
#include "profiler/export/store/store_strings.h"
#include "profiler/export/store/store_tensors.h"

namespace profiler {

namespace {

absl::StatusOr<ExportResult> ExportStore(const Selected& selected, const Query& query,
                                         const ExportParams& params, OutputFiles& files,
                                         RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const StoreSelection selection(selected);
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files.Create(params.outfile));
  StoreFrames frames(*file, context);
  PROFILER_RETURN_IF_ERROR(WriteStoreStrings(profile.strings, frames));
  PROFILER_RETURN_IF_ERROR(WriteStoreRows(profile, selection, params.with_args, frames));
  PROFILER_RETURN_IF_ERROR(WriteStoreTensors(profile, context, frames));
  PROFILER_RETURN_IF_ERROR(frames.Finish());
  PROFILER_RETURN_IF_ERROR(file->Close());

  ExportResult result;
  const auto count = [](size_t n, std::string_view what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  result.banner = fmt::format(
      "store written to {} ({}, {}, {})", params.outfile, count(profile.sources.size(), "source"),
      count(profile.op_count(), "op"), count(selection.steps().size(), "step"));
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
        "-host, -rank and -device narrow the executions in it; ops are in it all",
    .run = ExportStore,
};

}  // namespace profiler
