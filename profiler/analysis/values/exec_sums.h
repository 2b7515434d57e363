#ifndef PROFILER_ANALYSIS_VALUES_EXEC_SUMS_H_
#define PROFILER_ANALYSIS_VALUES_EXEC_SUMS_H_

#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// Sums of executions as recorded, without tfprof's quirks. A sum of no executions is kAbsent.
struct ExecSums {
  Value runs = kAbsent, cpu_time = kAbsent, bytes = kAbsent, peak_bytes = kAbsent;
  bool misses_accelerator = false;  // accelerator time is missing for some executions

  void Add(const ExecRow& row, const TfprofRunRules& rules) {
    AddValue(runs, Known(row.runs));
    AddValue(cpu_time, row.cpu_time);
    AddValue(recorded_accelerator_time, row.accelerator_time);
    AddValue(bytes, Known(row.requested_bytes));
    AddValue(peak_bytes, Known(row.peak_bytes));
    misses_accelerator |= rules.MissesAccelerator(row);
  }
  // kAbsent if the time of any execution is unknown.
  Value accelerator_time() const {
    return misses_accelerator ? kAbsent : recorded_accelerator_time;
  }
  void Add(const ExecSums& other) {
    AddValue(runs, other.runs);
    AddValue(cpu_time, other.cpu_time);
    AddValue(recorded_accelerator_time, other.recorded_accelerator_time);
    AddValue(bytes, other.bytes);
    AddValue(peak_bytes, other.peak_bytes);
    misses_accelerator |= other.misses_accelerator;
  }

  Value recorded_accelerator_time = kAbsent;
};

// Whether the op ran. A row may exist only because a file mentions the op.
inline bool DidRun(const ExecRow& row) {
  return (row.runs != kUnknown && row.runs != 0) || row.cpu_time != 0 || row.accelerator_time != 0;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_EXEC_SUMS_H_
