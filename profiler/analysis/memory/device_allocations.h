#ifndef PROFILER_ANALYSIS_MEMORY_DEVICE_ALLOCATIONS_H_
#define PROFILER_ANALYSIS_MEMORY_DEVICE_ALLOCATIONS_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether a call of the runtime gives memory back to a device, or gets it (cudaFree, cudaMalloc,
// and HIP's).
bool IsDeviceFree(std::string_view call);
bool IsDeviceAllocation(std::string_view call);
// Whether any such free was recorded.
bool HasDeviceFrees(const Profile& profile);

// Why PyTorch gives memory back to devices.
enum class WhyFreed : uint8_t {
  kUnknown,
  kEmptyCache,  // torch.cuda.empty_cache()
  kShort,       // an op allocates, and what the allocator keeps does not suffice
};

// Calls in which a host gives memory back to devices and gets other, in the whole steps of sources
// that use accelerators.
struct DeviceAllocations {
  struct Calls {
    StringId name;  // invalid if there are none
    int64_t count = 0;
    Int128 time = 0;  // summed over threads
  };
  Calls frees, allocations;
  int64_t steps = 0;            // of the sources
  int64_t steps_with_both = 0;  // of those, with a free and an allocation
  Int128 span = 0;              // the duration of the steps, summed
  // While a thread is in such a call and no accelerator of its source works.
  Int128 idle = 0;
  bool has_ops = false;              // ops of the framework were recorded on hosts
  int64_t frees_outside_ops = 0;     // no op is around them
  int64_t groups_outside_ops = 0;    // of these, not right after another one
  int64_t frees_in_empty_cache = 0;  // in a recorded call of that function
  EventId in_empty_cache;            // one of them

  // Whether most steps have frees and allocations, as after a warm-up they should not.
  bool come_again() const { return steps_with_both >= 2 && 2 * steps_with_both >= steps; }
};

WhyFreed WhyFreedOf(const DeviceAllocations& allocations);

// Of all selected sources, or of `only`. Empty if the steps are not known.
absl::StatusOr<DeviceAllocations> DeviceAllocationsOf(const Selected& selected, RunContext& context,
                                                      SourceId only = {});

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_DEVICE_ALLOCATIONS_H_
