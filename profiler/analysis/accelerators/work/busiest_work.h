// What most of accelerators' time goes to.
#ifndef PROFILER_ANALYSIS_ACCELERATORS_WORK_BUSIEST_WORK_H_
#define PROFILER_ANALYSIS_ACCELERATORS_WORK_BUSIEST_WORK_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/ops/kernels/kernel_kinds.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Work of one kind. Where names of kernels do not say the kind: on TPUs of one of XLA's categories,
// elsewhere of one op or kernel. Layers of a model repeat their ops under other names: those that
// differ in numbers alone, "layer_0/ssm" and "layer_1/ssm", are one.
struct WorkGroup {
  KernelKind kind = KernelKind::kOther;
  StringId category;  // where that tells the kind
  StringId name;      // of the op that takes most of it; of the kernel where no op is known
  int64_t names = 0;  // how many it has
  StringId kernel;    // the one that does all of it; invalid if there are several
  FrameId frame;      // UserFrame() of what takes most of it; invalid if unknown
  Int128 time = 0;    // picoseconds
  Int128 named = 0;   // of `name`
  Int128 framed = 0;  // of `frame`
};

struct BusiestWork {
  std::vector<WorkGroup> groups;  // longest first
  Int128 all = 0;
};

// The times of work in the steps that count (CountedSteps), without what is nested in it.
class DeviceWorkTimes {
 public:
  static absl::StatusOr<DeviceWorkTimes> Of(const Selected& selected, const RunContext& context);

  // Of the devices, in their sources.
  BusiestWork On(const std::vector<const DeviceBusy*>& devices) const;

 private:
  using KernelOfOp = std::pair<StringId, OpId>;

  explicit DeviceWorkTimes(const Profile& profile) : profile_(profile) {}

  const Profile& profile_;
  absl::flat_hash_map<std::pair<SourceId, DeviceId>, absl::flat_hash_map<KernelOfOp, Int128>>
      times_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_WORK_BUSIEST_WORK_H_
