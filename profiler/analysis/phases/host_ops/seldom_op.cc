#include "profiler/analysis/phases/host_ops/seldom_op.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/base/value.h"

namespace profiler {
namespace {

struct OpTotals {
  Value time = 0;
  int64_t runs = 0;
};

bool IsInput(const Profile& profile, const OpRow& op) {
  const std::string_view type = profile.strings[op.type];
  return WaitsForInput(type) || IsPipeline(type) ||
         profile.strings[op.name].starts_with(kIteratorName);
}

// How often those ops run that more than half of the time is in, which run often.
int64_t TypicalRuns(std::vector<OpTotals> ops) {
  std::sort(ops.begin(), ops.end(),
            [](const OpTotals& a, const OpTotals& b) { return a.runs > b.runs; });
  Value all = 0, so_far = 0;
  for (const OpTotals& op : ops) all += op.time;
  for (const OpTotals& op : ops) {
    so_far += op.time;
    if (2 * so_far > all) return op.runs;
  }
  return 0;
}

}  // namespace

SeldomOp FindSeldomOp(const Selected& selected, const StepTimings& recording) {
  constexpr int64_t kSeldom = 3;      // times less often than other ops
  constexpr int64_t kLeastOften = 6;  // runs of these
  constexpr double kMuch = 0.1;
  const Profile& profile = selected.profile();
  std::map<std::pair<StringId, StringId>, OpTotals> by_name;
  profile.execs().row.ForEachOf(
      [&](OpId id, StepId step, DeviceId device, Value cpu_time, Value accelerator_time,
          int64_t runs) {
        if (!id.valid() || cpu_time <= 0 || accelerator_time != 0 || runs == kUnknown) return;
        if (!selected.source_filter().Has(step, device)) return;
        const OpId op = WrittenOp(profile, id);
        const OpRow& row = profile.ops.row[op];
        if (!IsFrameworkOp(profile, op) || IsInput(profile, row)) return;
        OpTotals& totals = by_name[{row.name, row.type}];
        totals.time += cpu_time;
        totals.runs += runs;
      },
      &ExecRow::op, &ExecRow::step, &ExecRow::device, &ExecRow::cpu_time,
      &ExecRow::accelerator_time, &ExecRow::runs);
  std::vector<OpTotals> all;
  for (const auto& [name, totals] : by_name) all.push_back(totals);
  const int64_t typical = TypicalRuns(std::move(all));
  const double whole = recording.mean();
  SeldomOp found;
  if (typical < kLeastOften || whole <= 0) return found;
  for (const auto& [name, totals] : by_name) {
    const double share = RealOf(totals.time) / whole;
    if (kSeldom * totals.runs > typical || share < std::max(kMuch, found.of_recording)) continue;
    found = {profile.strings[name.first], static_cast<size_t>(totals.runs), share};
  }
  return found;
}

}  // namespace profiler
