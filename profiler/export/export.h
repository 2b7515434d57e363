// The registry of exporters: a Profile as files of other programs. A new exporter is one file here,
// one line in export.cc and one in the table of output types (query/output_types.cc).
#ifndef PROFILER_EXPORT_EXPORT_H_
#define PROFILER_EXPORT_EXPORT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What was asked for beside the query.
struct ExportParams {
  std::string_view view;  // the command that asks: scope, op, ...
  std::string outfile;
};

struct ExportedFile {
  std::string path, bytes;
};

// The files are not written yet: that is the program's part.
struct ExportResult {
  std::vector<ExportedFile> files;
  std::string banner;  // one line that tells a person what was written
  std::vector<Note> notes;
};

using ExportFunction = absl::StatusOr<ExportResult> (*)(const Profile&, const Query&,
                                                        const ExportParams&, RunContext&);

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
                                         RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_EXPORT_H_
