// The descriptor of a view. A new view is one file that ends in its descriptor, and one line in
// catalog/views.cc. Views return data and format nothing. To get a Report, call the engine
// (engine/engine.h).
#ifndef PROFILER_VIEWS_VIEW_H_
#define PROFILER_VIEWS_VIEW_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/options/option_use.h"
#include "profiler/query/options/options.h"
#include "profiler/query/query.h"
#include "profiler/report/help_entry.h"
#include "profiler/report/report.h"
#include "profiler/report/row_kind.h"
#include "profiler/store/profile.h"

namespace profiler {

using ViewFunction = absl::StatusOr<Report> (*)(const Selected&, const Query&, RunContext&);

// Whether a view computes its rows from events, which a store without events lacks.
enum class EventUse : uint8_t {
  kNone,    // it needs none, or what a store keeps of them
  kWithBy,  // with -by only
  kAlways,
};

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
  // The uses of options that change the answer. An option of another use is refused where it is
  // written in the command, and passed over where it was set before.
  OptionUses obeys = kSelectionUses | kTableUses;
  // Whether tfprof's own options are accepted, whatever `obeys` has.
  bool takes_tfprof_options = false;
  // For tfprof's files its text is tfprof's own, so text is the default form even on a terminal.
  bool has_tfprof_text = false;
  std::span<const std::string_view> by = {};  // the values that -by takes
  bool introduces = false;                    // a prompt begins with its first lines
  // With Statistic::kPerStep its report has a series of values per step for some columns
  // (StepSeriesOf()), so a comparison asks it once, not once per step.
  bool has_step_series = false;
  bool rows_are_steps = false;  // a row is a step, unless -by says otherwise
  EventUse events = EventUse::kNone;
  ProfilesAs inputs = ProfilesAs::kTogether;
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_VIEW_H_
