#include "profiler/views/overview/overview_kernels.h"

#include <algorithm>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

struct TopKernelRow {
  const KernelUse& use;
  Int128 all;
};

const std::vector<ColumnOf<TopKernelRow>>& TopKernelColumns() {
  using C = ColumnOf<TopKernelRow>;
  using Row = const TopKernelRow&;
  static const std::vector<C> kColumns = {
      C::Number("occurrences", Unit::kCount, "occurrences", "how often it ran",
                [](Row row) { return row.use.occurrences; }),
      C::Number("total_us", Unit::kMicros, "total", "its time, added up",
                [](Row row) { return row.use.time; }),
      C::Real("total_share", Unit::kShare, "share",
              "total_us as a part of that of all kernels and copies",
              [](Row row) { return ShareOf(row.use.time, row.all); }),
  };
  return kColumns;
}

}  // namespace

absl::StatusOr<std::vector<KernelUse>> FindKernelsOfNoOp(const Selected& selected,
                                                         const std::vector<OpUse>& ops,
                                                         RunContext& context) {
  const Profile& profile = selected.profile();
  std::vector<KernelUse> uses;
  const bool has_ops = std::any_of(ops.begin(), ops.end(), [&](const OpUse& use) {
    return use.on_device || IsTimedOp(profile, use.op);
  });
  if (has_ops) return uses;
  absl::flat_hash_map<StringId, KernelUse> by_name;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const DeviceId device = track.row.device;
        if (!device.valid() || profile.devices[device].kind != DeviceKind::kGpu) return;
        const StringId name = EventName(profile, track.events, event);
        if (!name.valid()) return;
        KernelUse& use = by_name[name];
        use.name = name;
        use.time += track.events.duration[event];
        ++use.occurrences;
      }));
  uses.reserve(by_name.size());
  for (const auto& [name, use] : by_name) uses.push_back(use);
  std::sort(uses.begin(), uses.end(), [&](const KernelUse& a, const KernelUse& b) {
    if (a.time != b.time) return a.time > b.time;
    return profile.strings[a.name] < profile.strings[b.name];
  });
  return uses;
}

Report TopKernelsSection(const Profile& profile, const std::vector<KernelUse>& uses, size_t count) {
  Report report = StartTable("top_kernels", "Kernels that took most time (`kernels` shows all)",
                             "the kernel or copy", Headers(TopKernelColumns()));
  report.values = {Basis::kTotals, "the time of all kernels and copies"};
  Int128 all = 0;
  for (const KernelUse& use : uses) all += use.time;
  for (size_t i = 0; i < std::min(uses.size(), count); ++i) {
    const std::string name(profile.strings[uses[i].name]);
    AppendRow(TopKernelColumns(), name, {name}, TopKernelRow{uses[i], all}, report);
  }
  return report;
}

}  // namespace profiler
