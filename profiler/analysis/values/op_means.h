// Sums over the executions of an op, and the means over its steps that are made of them.
#ifndef PROFILER_ANALYSIS_VALUES_OP_MEANS_H_
#define PROFILER_ANALYSIS_VALUES_OP_MEANS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "profiler/analysis/values/value_columns.h"
#include "profiler/base/value.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

// A sum of known values. Uses a separate flag for speed: comparing each value with kAbsent takes
// longer than adding it.
struct KnownSum {
  Int128 sum = 0;
  bool is_known = false;

  void Add(int64_t value) {
    const bool adds = value != kUnknown;
    sum += adds ? value : 0;
    is_known |= adds;
  }
  void AddTime(Int128 time) {
    sum += time;
    is_known = true;
  }
  void Add(const KnownSum& other) {
    sum += other.sum;
    is_known |= other.is_known;
  }
};

// Sums over the exec rows of one op.
struct OpSums {
  KnownSum runs, cpu, accelerator;
  std::array<KnownSum, 4> bytes;  // in Measure's order
  int64_t steps = 0;

  void Add(const ExecRow& row, bool misses_accelerator) {
    runs.Add(row.runs);
    cpu.AddTime(row.cpu_time);
    if (!misses_accelerator) accelerator.AddTime(row.accelerator_time);
    bytes[0].Add(row.requested_bytes);
    bytes[1].Add(row.peak_bytes);
    bytes[2].Add(row.residual_bytes);
    bytes[3].Add(row.output_bytes);
  }
  void Add(const OpSums& other) {
    runs.Add(other.runs);
    cpu.Add(other.cpu);
    accelerator.Add(other.accelerator);
    for (size_t b = 0; b < bytes.size(); ++b) bytes[b].Add(other.bytes[b]);
    steps = std::max(steps, other.steps);
  }
};

class OpMeans {
 public:
  // `misses_accelerator`: accelerator time is missing for some executions.
  OpMeans(const Profile& profile, const Quirks& quirks, bool misses_accelerator);

  // Means over the steps. An op that did not run took no time if executions were recorded;
  // otherwise its time is unknown.
  Values Of(const OpSums& sums) const;

 private:
  const Quirks quirks_;
  const bool has_times_, records_memory_, misses_accelerator_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_OP_MEANS_H_
