// The registry of exporters: a Profile as files of other programs. A new exporter is one file here,
// one line in export.cc and one in the table of output types (query/options/output_types.cc).
#ifndef PROFILER_EXPORT_EXPORT_H_
#define PROFILER_EXPORT_EXPORT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/export/output_file.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What was asked for beside the query.
struct ExportParams {
  std::string_view view;  // the command that asks: scope, op, ...
  std::string outfile;
  bool merge_steps = false;  // one file for all steps, where there would be one for each
  bool with_args = true;     // keep the raw arguments of events
};

struct ExportResult {
  std::string banner;  // tells a person what was written; without the last newline
  std::vector<Note> notes;
};

using ExportFunction = absl::StatusOr<ExportResult> (*)(const Profile&, const Query&,
                                                        const ExportParams&, OutputFiles&,
                                                        RunContext&);

struct Exporter {
  std::string_view name;  // as -output takes it
  ExportFunction run;
  std::vector<std::string_view> views = {};  // the commands it works from; empty: all
};

const std::vector<Exporter>& AllExporters();
const Exporter* FindExporter(std::string_view name);  // null when there is none

// Runs it, or says from which commands it works.
absl::StatusOr<ExportResult> RunExporter(const Exporter& exporter, const Profile& profile,
                                         const Query& query, const ExportParams& params,
                                         OutputFiles& files, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_EXPORT_H_
