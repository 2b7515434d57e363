#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerator_utilization.h"
#include "profiler/advise/rules/expensive_operation.h"
#include "profiler/advise/rules/memory.h"
#include "profiler/advise/rules/operation.h"
#include "profiler/advise/rules/parameter.h"
#include "profiler/advise/rules/precision.h"

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
      {"MemoryChecker",
       "what holds the memory at its peak, what is kept for long, what stays free",
       {{"headroom", 0.1, "free memory below this share of the device's, 0 to 1, is low"},
        {"kept_share", 0.5, "an allocation held for more than this share of a step is kept long"},
        {"kept_bytes", 1e6, "smaller allocations, in bytes, are not told of"}},
       Memory},
      {"PrecisionChecker",
       "how much of the compute time on accelerators is in 16 bit",
       {{"low", 0.1, "a share of 16-bit compute time below this, 0 to 1, is little"}},
       Precision16},
      {"ParameterChecker",
       "the biggest variables, those without a gradient, the optimizer's slots",
       {{"no_gradient", 0, "a share of trainable parameters without gradient above this warns"},
        {"slots", 0.7, "a share of slots in all variables above this, 0 to 1, is much"}},
       Parameters},
  };
  return kRules;
}

}  // namespace profiler
