#ifndef PROFILER_VIEWS_TREES_SCOPE_H_
#define PROFILER_VIEWS_TREES_SCOPE_H_

#include <memory>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/views/trees/tree_report.h"
#include "profiler/views/view.h"

namespace profiler {

// Ops by name: each `/` of a name is a level, and a scope's total is that of all ops below it.
absl::StatusOr<Report> ScopeView(const Selected& selected, const Query& query, RunContext& context);

// What the view's answer is made of, for who goes on from it.
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
