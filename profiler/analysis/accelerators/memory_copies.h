#ifndef PROFILER_ANALYSIS_ACCELERATORS_MEMORY_COPIES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_MEMORY_COPIES_H_

#include <map>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

struct CopySum {
  int64_t copies = 0;
  Value bytes = 0;  // of the copies with a known size
  Int128 time = 0;  // the sum of the durations

  void Add(int64_t bytes_of_copy, int64_t duration) {
    ++copies;
    if (bytes_of_copy != kUnknown) bytes += bytes_of_copy;
    time += duration;
  }
};

// What the calls of a site copied.
struct CopySite {
  CallSite site;
  CopySum sum;
};
// Sorted by time, longest first.
std::vector<CopySite> LongestFirst(const absl::flat_hash_map<CallSite, CopySum>& sites);

// Copies between the host's memory and that of GPUs.
struct MemoryCopies {
  CopySum pinned;  // from page-locked memory to devices
  // From pageable memory to devices. The driver copies such data through its own page-locked buffer
  // while the host waits.
  CopySum pageable;
  CopySum of_model;      // the part of `pageable` that is of what the model computed on the host
  CopySum of_optimizer;  // that of what an optimizer updated there
  CopySum to_pageable;   // from devices to pageable memory
  int64_t of_unknown_kind = 0;
  std::vector<CopySite> sites;  // for `pageable`, LongestFirst()
};

absl::StatusOr<MemoryCopies> MemoryCopiesOf(const Selected& selected, RunContext& context);

// The copies to devices of known size that a source recorded.
struct CopiesToDevices {
  CopySum pinned, pageable;

  bool are_mostly_pinned() const { return pinned.time > pageable.time; }
};
std::map<SourceId, CopiesToDevices> CopiesToDevicesOf(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_MEMORY_COPIES_H_
