#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_WORK_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_WORK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/shapes/shape_work.h"
#include "profiler/store/profile.h"

namespace profiler {

// Gives the float operations and bytes of ops to the kernels that ran for them: those of one
// execution of an op once, however many kernels it started, to the kernel that took the longest. Of
// the two passes of a backward convolution each gets a half.
class KernelWork {
 public:
  explicit KernelWork(const Profile& profile);

  // `use` is the index of the row that the kernel's event belongs to.
  void Add(const OpEvent& event, size_t use);
  // Sets the work of the rows.
  void AddTo(std::vector<HloUse>& uses) const;

 private:
  // What one execution of an op does.
  struct OpWork {
    double flops = kAbsentReal, bytes = kAbsentReal;
    bool by_shapes = false;
    std::string shape;
    std::optional<ProductShape> product;
  };
  struct Longest {
    int64_t duration = -1;
    size_t use = 0;
  };

  // What ran for one execution of an op; `of_data` and `of_weights` are the passes of a backward
  // convolution, as the kernels' names tell them.
  struct Run {
    Longest all, of_data, of_weights;
  };

  const OpWork& WorkOf(OpId op);
  // The op's event on the host that started the kernel; invalid if unknown.
  EventId RunOf(const OpEvent& event) const;

  const Profile& profile_;
  const LaunchedBy launched_by_;
  DeviceWorkKinds kinds_;
  absl::flat_hash_map<OpId, OpWork> works_;
  absl::flat_hash_map<std::pair<TrackId, uint32_t>, Run> runs_;  // by the op's event
  absl::flat_hash_map<size_t, int64_t> alone_;  // by row: kernels of no known execution
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_WORK_H_
