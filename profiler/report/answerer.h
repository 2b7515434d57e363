#ifndef PROFILER_REPORT_ANSWERER_H_
#define PROFILER_REPORT_ANSWERER_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

class Selected;  // analysis/selection/selected.h

// What a composite command asks the views by: it need not know where they are, nor what is kept of
// them.
class Answerer {
 public:
  virtual ~Answerer() = default;
  // The answer of the view, of all that a view itself can tell. What it is about must outlive it.
  virtual absl::StatusOr<Report> Ask(std::string_view view, const Selected& selected,
                                     const Query& query, RunContext& context) = 0;
};

}  // namespace profiler

#endif  // PROFILER_REPORT_ANSWERER_H_
