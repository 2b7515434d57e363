#ifndef PROFILER_ANALYSIS_ACCELERATORS_KERNEL_DETAILS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_KERNEL_DETAILS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler {

// How a kernel was launched, or what a copy moved, as an event's detail says.
struct KernelDetails {
  int64_t registers = kUnknown, shared_bytes = kUnknown;
  std::string block, grid;  // "256,1,1"
  double occupancy_pct;     // NaN: not recorded
  int64_t copied_bytes = kUnknown;
};

// "regs:32 static_shared:0 dynamic_shared:0 grid:64,1,1 block:256,1,1 occ_pct:50", or of a copy
// "kind_src:1 kind_dst:2 size:4096 ...". What is not there stays unknown.
KernelDetails ParseKernelDetails(std::string_view text);

// What a collective moved and among whom, as an event's detail says; the texts lie in it.
struct CollectiveDetails {
  std::string_view name;  // as recorded: "allreduce"; empty: the detail is of no collective
  std::string_view dtype, group;
  int64_t in_elements = kUnknown, out_elements = kUnknown;  // of one rank
  int64_t group_size = kUnknown;
};

// "... collective:allreduce in_elements:64 out_elements:64 dtype:Float group_size:8 group:0".
CollectiveDetails ParseCollectiveDetails(std::string_view text);

// Whether the kernel's name tells that it computes on tensor cores.
bool UsesTensorCore(std::string_view kernel);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_KERNEL_DETAILS_H_
