#ifndef PROFILER_VIEWS_TREES_SCOPE_H_
#define PROFILER_VIEWS_TREES_SCOPE_H_

#include <memory>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/views/trees/tree_report.h"
#include "profiler/views/view.h"

namespace profiler {

// Ops by name: each part of the name between `/` is a level, and the total of a scope includes all
// ops below it.
extern const View kScopeView;

// The parts of the result that exporters use.
struct ScopeAnswer {
  std::shared_ptr<const TreeSkeleton> skeleton;
  TreeInput input;
  TreeOutput output;
  Report report;
};
absl::StatusOr<ScopeAnswer> AnswerScope(const Selected& selected, const Query& query,
                                        RunContext& context, ReportRows rows = ReportRows::kFilled);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_SCOPE_H_
