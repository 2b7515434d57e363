// The descriptor of a view. A new view is one file that ends in its descriptor, and one line in
// catalog/views.cc. Views return data and format nothing. To get a Report, call the engine
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
#include "profiler/report/row_kind.h"
#include "profiler/store/profile.h"

namespace profiler {

using ViewFunction = absl::StatusOr<Report> (*)(const Selected&, const Query&, RunContext&);

struct View {
  std::string_view name;     // the command's name
  std::string_view summary;  // one line for the list of commands
  std::string_view details;  // added by `help NAME`: the meaning of a row, and how values add up
  ViewFunction run;          // null for composite views, which the engine runs
  RowKind rows = RowKind::kOps;
  // All columns of the view's table, without values. Null if the view has sections only.
  std::vector<ReportColumn> (*columns)() = nullptr;
  Shape shape = Shape::kTable;  // the shape of the report
  // All sections of the report, without rows. Null if the view has no sections.
  std::vector<Report> (*sections)() = nullptr;
  // The entries that `help NAME` adds after the details. Null if there are none.
  std::vector<HelpEntry> (*parts)() = nullptr;
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_VIEW_H_
