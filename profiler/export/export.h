// The descriptor of an exporter, which writes a Profile as files of other programs. A new exporter
// is one file that ends in its descriptor, and one line in catalog/exporters.cc.
#ifndef PROFILER_EXPORT_EXPORT_H_
#define PROFILER_EXPORT_EXPORT_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/export/output_file.h"
#include "profiler/query/options/option_use.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"
#include "profiler/report/row_kind.h"
#include "profiler/store/profile.h"

namespace profiler {

// The parameters of an export, besides the query.
struct ExportParams {
  std::string_view view;  // the command that was run
  std::string outfile;
  bool merge_steps = false;  // one file for all steps, not one for each
  bool with_args = true;     // keep the raw arguments of events
  bool with_events = true;   // for exporters that may leave them out
  // Set by the engine: what the profile is compared with, for exporters that obey -base.
  const Selected* base = nullptr;
  // RunExporter() sets the following members.
  RowKind rows = RowKind::kOther;  // the kind of the command's rows
  Answerer* views = nullptr;       // for exporters that write a view's answer
};

struct ExportResult {
  std::string banner;  // describes the written files; without a final newline
  std::vector<Note> notes;
};

using ExportFunction = absl::StatusOr<ExportResult> (*)(const Selected&, const Query&,
                                                        const ExportParams&, OutputFiles&,
                                                        RunContext&);

struct Exporter {
  std::string_view name;  // the name in -output NAME:outfile=FILE
  std::string_view help;
  ExportFunction run;
  std::span<const RowKind> rows = {};  // of the supported commands; empty if all are
  OptionUses obeys;                    // the uses of options that change what is written
  bool may_leave_events_out = false;   // takes events=none
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_EXPORT_H_
