// What describes a view. A new view is one file here and one line in catalog/views.cc. Views
// compute and format nothing: what they return is data. Callers that want a Report ask the engine
// (engine/engine.h).
#ifndef PROFILER_VIEWS_VIEW_H_
#define PROFILER_VIEWS_VIEW_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/help_entry.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

using ViewFunction = absl::StatusOr<Report> (*)(const Selected&, const Query&, RunContext&);

// What the rows of a view are named by, for who completes a regex on them.
enum class RowNames { kOps, kOpTypes, kFrames, kNone };

struct View {
  std::string_view name;     // the command
  std::string_view summary;  // one line of help
  std::string_view details;  // what `help NAME` adds: what a row is, how values add up
  ViewFunction run;          // null: a composite, which the engine answers (engine/commands.h)
  RowNames row_names = RowNames::kOps;
  // Of a view that is a table: all columns that it can have, without values. Null: its columns are
  // tfprof's fields.
  std::vector<ReportColumn> (*columns)() = nullptr;
  Shape shape = Shape::kTree;  // of its answer, unless `columns` makes it a table
  // Of a view that answers with sections: each, for its columns.
  std::vector<Report> (*sections)() = nullptr;
  // What `help NAME` lists after the details. Null: nothing.
  std::vector<HelpEntry> (*parts)() = nullptr;
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_VIEW_H_
