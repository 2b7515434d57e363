#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerator_utilization.h"
#include "profiler/advise/rules/expensive_operation.h"
#include "profiler/advise/rules/operation.h"

namespace profiler {

const std::vector<Rule>& AllRules() {
  static const std::vector<Rule> kRules = {
      {"AcceleratorUtilizationChecker",
       "how much of its span each accelerator worked",
       {{"low", 0.5, "a utilization below this, 0 to 1, is low"}},
       AcceleratorUtilization},
      {"OperationChecker", "ops for which a faster form is known", {}, Operation},
      {"ExpensiveOperationChecker",
       "where the time goes: op types, scopes, lines of Python",
       {{"code_us", 1000, "lines of Python that take less, in us of a step, are not told"}},
       ExpensiveOperation},
  };
  return kRules;
}

}  // namespace profiler
