// What describes an exporter: a Profile as files of other programs. A new exporter is one file
// here, one line in catalog/exporters.cc and one in the table of output types
// (query/options/output_types.cc).
#ifndef PROFILER_EXPORT_EXPORT_H_
#define PROFILER_EXPORT_EXPORT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/export/output_file.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What was asked for beside the query.
struct ExportParams {
  std::string_view view;  // the command that asks: scope, op, ...
  std::string outfile;
  bool merge_steps = false;   // one file for all steps, where there would be one for each
  bool with_args = true;      // keep the raw arguments of events
  Answerer* views = nullptr;  // for files that show what a view answers; RunExporter sets it
};

struct ExportResult {
  std::string banner;  // tells a person what was written; without the last newline
  std::vector<Note> notes;
};

using ExportFunction = absl::StatusOr<ExportResult> (*)(const Selected&, const Query&,
                                                        const ExportParams&, OutputFiles&,
                                                        RunContext&);

struct Exporter {
  std::string_view name;  // as -output takes it
  ExportFunction run;
  std::vector<std::string_view> views = {};  // the commands it works from; empty: all
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_EXPORT_H_
