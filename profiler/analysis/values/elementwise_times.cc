#include "profiler/analysis/values/elementwise_times.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/ops/kernels/kernel_kinds.h"
#include "profiler/analysis/ops/torch/autocast_casts.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/values/mark_names.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

enum class KernelClass : uint8_t { kNotAsked, kElementwise, kProduct, kOther };

// PyTorch's kernels of one op, e.g. "void at::native::vectorized_elementwise_kernel<4, ...", also
// where it copies, as for casts. What a compiler fused has other names. Kernels of other kinds may
// be called element-wise, too: fusing spares none of a gather or scatter by an index.
KernelClass ClassOf(std::string_view name) {
  if (name.find("elementwise_kernel") != name.npos) {
    const KernelKind kind = KindOfKernel(name);
    return kind == KernelKind::kElementwise || kind == KernelKind::kCopy ? KernelClass::kElementwise
                                                                         : KernelClass::kOther;
  }
  return IsProductKernel(name) ? KernelClass::kProduct : KernelClass::kOther;
}

// Adds up the kernels of casts that autocast makes in inference.
class AutocastSum {
 public:
  explicit AutocastSum(const Profile& profile)
      : profile_(profile), copy_(profile.strings.Find("aten::copy_")) {
    if (copy_.valid() && !TrainsInPyTorch(profile)) launched_by_.emplace(profile);
  }

  void Add(const Track& track, uint32_t event, StringId op, Value self,
           ElementwiseTimes& times) const {
    if (!launched_by_ || !op.valid() || op != copy_) return;
    const Autocast cast = AutocastOf(profile_, (*launched_by_)(track.id, event));
    if (cast == Autocast::kWeight) times.weight_casts += self;
    if (cast == Autocast::kSomeInput) times.unknown_casts += self;
  }

 private:
  const Profile& profile_;
  const StringId copy_;
  std::optional<LaunchedBy> launched_by_;  // only where inference copies tensors
};

}  // namespace

absl::StatusOr<ElementwiseTimes> ElementwiseTimesOf(const Selected& selected,
                                                    const RunContext& context) {
  const Profile& profile = selected.profile();
  DeviceWorkKinds kinds(profile);
  const MarkNames marks(profile);
  std::vector<KernelClass> classes(profile.strings.size(), KernelClass::kNotAsked);
  absl::flat_hash_map<StringId, Int128> by_op;
  const StringId bmm = profile.strings.Find("aten::bmm"),
                 softmax = profile.strings.Find("aten::_softmax");
  const AutocastSum casts(profile);
  const CountedSteps counted(selected);
  ElementwiseTimes times;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const Events& events = track.events;
        if (!counted.Has(events.step[event])) return;
        const StringId name = EventName(profile, events, event);
        if (!name.valid() || kinds.Of(track.row, events, event) != DeviceWork::kKernel) return;
        KernelClass& kernel = classes[name.row()];
        if (kernel == KernelClass::kNotAsked) kernel = ClassOf(profile.strings[name]);
        const Value self = events.selves()[event];
        times.all += self;
        if (kernel == KernelClass::kProduct) times.products += self;
        const StringId op = OpOfEvent(profile, events, event);
        if (op.valid() && op == bmm) times.batched += self;
        if (op.valid() && op == softmax) times.softmax += self;
        if (kernel != KernelClass::kElementwise) return;
        times.elementwise += self;
        casts.Add(track, event, op, self, times);
        // A graph's kernels have the mark around its launch in place of an op.
        by_op[marks.Has(op) ? StringId() : op] += self;
      }));
  times.ops.assign(by_op.begin(), by_op.end());
  std::sort(times.ops.begin(), times.ops.end(), [&](const auto& a, const auto& b) {
    if (a.second != b.second) return a.second > b.second;
    return a.first.valid() && b.first.valid() ? profile.strings[a.first] < profile.strings[b.first]
                                              : a.first.valid() > b.first.valid();
  });
  return times;
}

}  // namespace profiler
