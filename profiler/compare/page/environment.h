#ifndef PROFILER_COMPARE_PAGE_ENVIRONMENT_H_
#define PROFILER_COMPARE_PAGE_ENVIRONMENT_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"
#include "profiler/report/report.h"

namespace profiler {

Report EmptyEnvironmentTable();

// A fact that differs and may cause a change: machines, precision, shapes.
struct Cause {
  std::string name;
  bool is_unlike = false;  // UnlikeSurroundings() tell of it
  bool is_precision = false;
};

struct Environment {
  Report table;
  std::vector<Cause> causes;
  std::vector<std::string> unlike;  // why the profiles are of unlike machines or work, in sentences
  // What the recorder collected in one of both only: stacks, shapes or memory. That slows hosts.
  std::vector<std::string_view> recorded_once;
};

// What differs between the surroundings of both profiles: machines, the shapes of inputs, and what
// was recorded. `ops` are the compared ops.
Environment CompareEnvironments(const Side& base, const Side& next,
                                const std::vector<DiffRow>& ops);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_ENVIRONMENT_H_
