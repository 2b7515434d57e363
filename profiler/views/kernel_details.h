#ifndef PROFILER_VIEWS_KERNEL_DETAILS_H_
#define PROFILER_VIEWS_KERNEL_DETAILS_H_

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

// Whether the kernel's name tells that it computes on tensor cores.
bool UsesTensorCore(std::string_view kernel);

}  // namespace profiler

#endif  // PROFILER_VIEWS_KERNEL_DETAILS_H_
