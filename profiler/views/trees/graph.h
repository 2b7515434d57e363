#ifndef PROFILER_VIEWS_TREES_GRAPH_H_
#define PROFILER_VIEWS_TREES_GRAPH_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/views/view.h"

namespace profiler {

// Ops by data flow: below an op stand the ops that feed it. An op stands once, below the first
// consumer that a depth-first walk in name and input order reaches it by.
absl::StatusOr<Report> GraphView(const Selected& selected, const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_GRAPH_H_
