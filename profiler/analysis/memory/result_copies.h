// Copies of results from devices to memory of the host that is not page-locked.
#ifndef PROFILER_ANALYSIS_MEMORY_RESULT_COPIES_H_
#define PROFILER_ANALYSIS_MEMORY_RESULT_COPIES_H_

#include <cstdint>
#include <map>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/accelerators/memory_copies.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"

namespace profiler {

// In the steps that count (CountedSteps), added up over devices; times in picoseconds.
struct ResultCopies {
  CopySum sum;
  int64_t steps = 0;         // with work of a device, of each source; 0 if no step is whole
  int64_t device_steps = 0;  // these steps, once for each device with work in them
  Int128 span = 0;           // of these
  Int128 alone = 0;          // of the copies' time, while the device did nothing else
  // While the device was idle after a copy, until its next work: the host, which waited for the
  // copy, launches it. After each no longer than the copy took, by which the host is later.
  Int128 idle_after = 0;
  std::vector<CopySite> sites;  // LongestFirst()
  // The numbers of the one or two steps that nearly all of the time is in, as of one that writes a
  // checkpoint, and how many of `steps` these are; empty if copies are in more, or steps are few.
  std::vector<int64_t> only_in;
  int64_t only_in_steps = 0;
  std::map<SourceId, Int128> of_source;  // by source: `alone` and `idle_after` together, per step
};
inline uint64_t HeapBytes(const ResultCopies& copies) { return HeapBytes(copies.sites); }

// Of these sources only, if there are any.
absl::StatusOr<ResultCopies> ResultCopiesOf(const Selected& selected, const RunContext& context,
                                            const std::vector<SourceId>& only = {});

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_RESULT_COPIES_H_
