// What something costs, and that in words: for ExpensiveOperationChecker.
#ifndef PROFILER_ADVISE_RULES_OPS_COSTS_H_
#define PROFILER_ADVISE_RULES_OPS_COSTS_H_

#include <cstdint>
#include <string>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/query/measures.h"
#include "profiler/report/report.h"

namespace profiler {

struct Costs {
  Value cpu = 0, accelerator = 0, all = 0;
  Value calls = 0;  // of a runtime and of Python in ops, which `cpu` leaves out
};

// The part of the costs that is on accelerators.
inline Costs OnDevices(const Costs& costs) { return {0, costs.accelerator, costs.accelerator, 0}; }

// The costs of the rows of a view's answer.
class CostReader {
 public:
  explicit CostReader(const Report& report) : report_(report) {}

  // A row's own time in a ranked report, its total in a tree.
  Costs Of(size_t row) const;

 private:
  Value At(Measure measure, size_t row) const;

  const Report& report_;
};

class CostText {
 public:
  // With `compat_tfprof` texts are tfprof's.
  CostText(const Selected& selected, bool compat_tfprof);

  // Returns e.g. "123 us per step (108 us on accelerators, 15 us on the host)", of several ranks
  // "123 us per step over 8 ranks together". It says where threads add up to more than a step, and
  // where devices add up. The recording is one step if it has none. Of separate runs, whose costs
  // views add up, the mean.
  std::string operator()(const Costs& costs) const;

 private:
  const bool compat_tfprof_;
  const int64_t runs_;      // separate ones, whose costs views add up
  std::string per_step_;    // " per step", or empty
  std::string on_devices_;  // ", added up over 8 devices", or empty
  Value step_ = kAbsent;    // how long a step takes in the mean; kAbsent if several ranks add up
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_COSTS_H_
