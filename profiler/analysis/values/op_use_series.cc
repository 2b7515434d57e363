#include "profiler/analysis/values/op_use_series.h"

#include <cstdint>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/values/step_values.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr uint32_t kNoUse = UINT32_MAX;

// The use of each op, on the host and on devices.
class UseOfOp {
 public:
  UseOfOp(const Profile& profile, const std::vector<OpUse>& uses)
      : of_(2 * profile.op_count(), kNoUse) {
    absl::flat_hash_map<std::tuple<bool, StringId, StringId>, uint32_t> index;
    for (uint32_t i = 0; i < uses.size(); ++i) {
      if (uses[i].is_idle) continue;
      const OpRow& row = profile.ops.row[uses[i].op];
      index[{uses[i].on_device, row.name, row.type}] = i;
    }
    for (uint32_t op = 0; op < profile.op_count(); ++op) {
      const OpRow& row = profile.ops.row[WrittenOp(profile, OpId(op))];
      for (const bool on_device : {false, true}) {
        const auto it = index.find({on_device, row.name, row.type});
        if (it != index.end()) of_[Place(OpId(op), on_device)] = it->second;
      }
    }
  }

  uint32_t Of(OpId op, bool on_device) const { return of_[Place(op, on_device)]; }

 private:
  static size_t Place(OpId op, bool on_device) {
    return 2 * size_t{op.row()} + (on_device ? 1 : 0);
  }

  std::vector<uint32_t> of_;
};

}  // namespace

absl::StatusOr<OpUseSeries> SeriesOfOpUses(const Selected& selected, const std::vector<OpUse>& uses,
                                           RunContext& context) {
  const Profile& profile = selected.profile();
  const StepAxis axis(selected);
  const UseOfOp use_of(profile, uses);
  OpUseSeries series;
  series.steps = axis.numbers.size();
  series.totals.resize(uses.size() * series.steps);
  series.selves.resize(series.totals.size());
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) {
        const StepId step = profile.events[event.track].step[event.row];
        const uint32_t at = step.valid() ? axis.of_step[step.row()] : StepAxis::kNone;
        const uint32_t use = use_of.Of(event.op, event.on_device);
        if (at == StepAxis::kNone || use == kNoUse) return;
        constexpr auto kMicro = static_cast<double>(kPicosPerMicro);
        series.totals[use * series.steps + at] += static_cast<double>(event.duration) / kMicro;
        series.selves[use * series.steps + at] += static_cast<double>(event.self) / kMicro;
      },
      context));
  return series;
}

}  // namespace profiler
