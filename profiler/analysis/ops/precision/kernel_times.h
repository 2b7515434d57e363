// The times of ops' kernels by the precision in the kernels' names, in each process.
#ifndef PROFILER_ANALYSIS_OPS_PRECISION_KERNEL_TIMES_H_
#define PROFILER_ANALYSIS_OPS_PRECISION_KERNEL_TIMES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/ops/precision/precision.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time of an op's kernels, in all selected steps.
struct KernelTimes {
  Int128 all = 0;
  // By the precision in the kernel's name, or of its instruction in a command buffer.
  std::array<Int128, kPrecisionCount> named = {};
  std::array<Int128, kPrecisionCount> of_products = {};  // the part of kernels named as products

  Int128 named_8 = 0, products_8 = 0;  // of 16 bit: the part that is of 8 bits or less
  Int128 layout = 0;  // beside `all`: of kernels that only change the layout of tensors
  // Of 32 bit: products on tensor cores, and products off them.
  Int128 tf32 = 0, plain = 0;

  Int128 products() const {
    return std::accumulate(of_products.begin(), of_products.end(), Int128{0});
  }
};

// The processes of the profile, by run and rank, host or file; one without files.
class Processes {
 public:
  struct Process {
    uint32_t run = 0;
    SourceId first;  // its first file
  };

  explicit Processes(const Profile& profile);

  size_t size() const { return all_.size(); }
  size_t Of(SourceId source) const { return source.valid() ? of_source_[source.row()] : 0; }
  const Process& operator[](size_t process) const { return all_[process]; }

 private:
  std::vector<size_t> of_source_;
  std::vector<Process> all_;
};

using ProcessOp = std::pair<size_t, OpId>;
template <typename Value>
using ByProcessOp = absl::flat_hash_map<ProcessOp, Value>;

absl::StatusOr<ByProcessOp<KernelTimes>> KernelTimesOfOps(const Selected& selected,
                                                          const Processes& processes,
                                                          const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_PRECISION_KERNEL_TIMES_H_
