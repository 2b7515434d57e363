#ifndef PROFILER_REPORT_ANSWERER_H_
#define PROFILER_REPORT_ANSWERER_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

class Selected;  // analysis/selection/selected.h

// Runs views. Commands that combine views use this interface, so they do not depend on the views or
// on the cache.
class Answerer {
 public:
  virtual ~Answerer() = default;
  // The view's answer, with only the view's own notes. The profile of `selected` must outlive it.
  virtual absl::StatusOr<Report> Ask(std::string_view view, const Selected& selected,
                                     const Query& query, RunContext& context) = 0;
};

}  // namespace profiler

#endif  // PROFILER_REPORT_ANSWERER_H_
