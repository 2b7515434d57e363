#ifndef PROFILER_COMPARE_PAGE_ENVIRONMENT_H_
#define PROFILER_COMPARE_PAGE_ENVIRONMENT_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"
#include "profiler/report/report.h"

namespace profiler {

Report EmptyEnvironmentTable();

struct Environment {
  Report table;
  size_t causes = 0;  // the first rows, which may cause a change: machines, precision, shapes
  std::optional<size_t> precision;  // the row of precision, if it differs
  // What the recorder collected in one of both only: stacks, shapes or memory. That slows hosts.
  std::vector<std::string_view> recorded_once;
};

// What differs between the surroundings of both profiles: machines, the shapes of inputs, and what
// was recorded. `ops` are the compared ops.
Environment CompareEnvironments(const Side& base, const Side& next,
                                const std::vector<DiffRow>& ops);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_ENVIRONMENT_H_
