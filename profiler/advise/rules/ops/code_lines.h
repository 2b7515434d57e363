#ifndef PROFILER_ADVISE_RULES_OPS_CODE_LINES_H_
#define PROFILER_ADVISE_RULES_OPS_CODE_LINES_H_

#include <cstdint>
#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ops/costs.h"
#include "profiler/base/value.h"
#include "profiler/report/report.h"

namespace profiler {

struct CodeLinesShown {
  int32_t levels;
  size_t most;          // of one level
  int32_t max_depth;    // of the report
  Value least;          // cheaper lines are not told
  std::string command;  // of the findings
};

// Adds findings about the lines of Python below the first line that calls several others. `report`
// is an answer of `code`. Returns false if it has too few levels.
bool AddCodeLines(const Report& report, const CostText& text, const CodeLinesShown& shown,
                  Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_CODE_LINES_H_
