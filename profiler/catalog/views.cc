#include "profiler/catalog/views.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/base/status.h"
#include "profiler/views/notes/left_out_note.h"
#include "profiler/views/notes/values_are.h"
#include "profiler/views/view.h"

// The views in the order of `help`. Each name is the descriptor at the end of a view's file.
#define PROFILER_VIEWS(VIEW) \
  VIEW(kScopeView)           \
  VIEW(kGraphView)           \
  VIEW(kCodeView)            \
  VIEW(kOpView)              \
  VIEW(kOpsView)             \
  VIEW(kKernelsView)         \
  VIEW(kHloView)             \
  VIEW(kOpProfileView)       \
  VIEW(kRooflineView)        \
  VIEW(kUtilizationView)     \
  VIEW(kIdleView)            \
  VIEW(kLaunchesView)        \
  VIEW(kCollectivesView)     \
  VIEW(kMemoryView)          \
  VIEW(kBuffersView)         \
  VIEW(kInputView)           \
  VIEW(kMetricsView)         \
  VIEW(kDipsView)            \
  VIEW(kPhasesView)          \
  VIEW(kOverviewView)        \
  VIEW(kStepsView)           \
  VIEW(kBaselineView)        \
  VIEW(kTraceView)           \
  VIEW(kInfoView)            \
  VIEW(kAdviseView)

namespace profiler {

#define PROFILER_DECLARE(descriptor) extern const View descriptor;
PROFILER_VIEWS(PROFILER_DECLARE)
#undef PROFILER_DECLARE

namespace {

// The answer of a view that cannot be asked of a profile: its columns and sections, without rows.
Report WithoutRows(const View& view) {
  Report report;
  report.view = view.name;
  report.title = view.summary;
  report.shape = Shape::kTable;
  if (view.columns != nullptr && view.shape == Shape::kTable) report.columns = view.columns();
  return report;
}

class Views : public Answerer {
 public:
  absl::StatusOr<Report> Ask(std::string_view name, const Selected& selected, const Query& query,
                             RunContext& context) override {
    const View* const view = FindView(name);
    if (view == nullptr) return absl::NotFoundError(fmt::format("there is no view '{}'", name));
    if (!TakesBy(*view, query.by)) {
      return absl::InvalidArgumentError(
          fmt::format("{} takes no -by {}{}", name, query.by,
                      view->by.empty() ? "" : fmt::format(": {}", fmt::join(view->by, ", "))));
    }
    const bool needs_events = view->events == EventUse::kAlways ||
                              (view->events == EventUse::kWithBy && !query.by.empty());
    if (needs_events && LacksAllEvents(selected.profile())) {
      Report report = WithoutRows(*view);
      AddLeftOutNote(name, selected.profile(), report);
      return report;
    }
    PROFILER_ASSIGN_OR_RETURN(Report report, view->run(selected, query, context));
    if (needs_events && LacksEvents(selected.profile())) {
      AddLeftOutNote(name, selected.profile(), report);
    }
    DescribeValues(selected, query, report);
    return report;
  }
};

}  // namespace

const std::vector<View>& AllViews() {
  static const std::vector<View> kViews = {
#define PROFILER_ITEM(descriptor) descriptor,
      PROFILER_VIEWS(PROFILER_ITEM)
#undef PROFILER_ITEM
  };
  return kViews;
}

const View* FindView(std::string_view name) {
  for (const View& view : AllViews()) {
    if (view.name == name) return &view;
  }
  return nullptr;
}

bool TakesBy(const View& view, std::string_view by) {
  return by.empty() || std::find(view.by.begin(), view.by.end(), by) != view.by.end();
}

Answerer& LeafViews() {
  static Views views;
  return views;
}

}  // namespace profiler
