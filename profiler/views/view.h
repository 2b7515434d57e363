// The registry of views. A new view is one file here and one line in registry.cc. Views compute and
// format nothing: what they return is data.
#ifndef PROFILER_VIEWS_VIEW_H_
#define PROFILER_VIEWS_VIEW_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

using ViewFunction = absl::StatusOr<Report> (*)(const Profile&, const Query&, RunContext&);

// What the rows of a view are named by, for who completes a regex on them.
enum class RowNames { kOps, kOpTypes, kFrames, kNone };

// A part of a view that its help lists: one of its rules, say, and what that takes.
struct HelpEntry {
  std::string name, text;
  std::vector<HelpEntry> entries = {};
};

struct View {
  std::string_view name;     // the command
  std::string_view summary;  // one line of help
  std::string_view details;  // what `help NAME` adds: what a row is, how values add up
  ViewFunction run;
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

const std::vector<View>& AllViews();
const View* FindView(std::string_view name);  // null when there is none

// Whether the view has the columns that -order_by, -select and -where name, of the right types;
// without a view, whether any has.
absl::Status CheckColumns(const View* view, const Query& query);
// Of a -select that was given with the view's own command: then all must be columns of it. One that
// was set before may be meant for other views.
absl::Status CheckOwnSelect(const View& view, const Query& query);

}  // namespace profiler

#endif  // PROFILER_VIEWS_VIEW_H_
