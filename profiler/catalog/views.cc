#include "profiler/catalog/views.h"

#include <fmt/format.h>

#include "profiler/base/status.h"
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
  VIEW(kUtilizationView)     \
  VIEW(kIdleView)            \
  VIEW(kLaunchesView)        \
  VIEW(kCollectivesView)     \
  VIEW(kMemoryView)          \
  VIEW(kMetricsView)         \
  VIEW(kDipsView)            \
  VIEW(kPhasesView)          \
  VIEW(kOverviewView)        \
  VIEW(kStepsView)           \
  VIEW(kTraceView)           \
  VIEW(kInfoView)            \
  VIEW(kAdviseView)

namespace profiler {

#define PROFILER_DECLARE(descriptor) extern const View descriptor;
PROFILER_VIEWS(PROFILER_DECLARE)
#undef PROFILER_DECLARE

namespace {

class Views : public Answerer {
 public:
  absl::StatusOr<Report> Ask(std::string_view name, const Selected& selected, const Query& query,
                             RunContext& context) override {
    const View* const view = FindView(name);
    if (view == nullptr) return absl::NotFoundError(fmt::format("there is no view '{}'", name));
    PROFILER_ASSIGN_OR_RETURN(Report report, view->run(selected, query, context));
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

Answerer& LeafViews() {
  static Views views;
  return views;
}

}  // namespace profiler
