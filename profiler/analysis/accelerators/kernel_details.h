#ifndef PROFILER_ANALYSIS_ACCELERATORS_KERNEL_DETAILS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_KERNEL_DETAILS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler {

// The launch configuration of a kernel, or the size and memory kinds of a copy, parsed from an
// event's detail.
struct KernelDetails {
  int64_t registers = kUnknown, shared_bytes = kUnknown;
  std::string block, grid;  // e.g. "256,1,1"
  double occupancy_pct;     // NaN if not recorded
  int64_t copied_bytes = kUnknown;
};

// Parses e.g. "regs:32 static_shared:0 dynamic_shared:0 grid:64,1,1 block:256,1,1 occ_pct:50", or
// for a copy "kind_src:1 kind_dst:2 size:4096 ...". Values that are not in the text are unknown.
KernelDetails ParseKernelDetails(std::string_view text);

// The blocks of a grid such as "64,8,1"; kUnknown if the text is none.
int64_t BlocksOfGrid(std::string_view grid);

// The launch as a text that ParseKernelDetails() reads; empty for a copy, and if nothing is known.
std::string DetailOfLaunch(const KernelDetails& details);

// The size and group of a collective, parsed from an event's detail. The texts point into that
// detail.
struct CollectiveDetails {
  std::string_view name;  // as recorded, e.g. "allreduce"; empty if not a collective
  std::string_view dtype, group;
  int64_t in_elements = kUnknown, out_elements = kUnknown;  // of one rank
  int64_t group_size = kUnknown;
  int64_t source_rank = kUnknown, target_rank = kUnknown;  // of a send or receive
};

// Parses e.g. "... collective:allreduce in_elements:64 out_elements:64 dtype:Float group_size:8
// group:0", of a send also "dst_rank:1".
CollectiveDetails ParseCollectiveDetails(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_KERNEL_DETAILS_H_
