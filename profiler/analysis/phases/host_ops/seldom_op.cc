#include "profiler/analysis/phases/host_ops/seldom_op.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/phases/host_ops/own_parts.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/base/value.h"

namespace profiler {
namespace {

struct OpTotals {
  Value time = 0;
  Int128 runs = 0;
};
using SeldomName = std::pair<StringId, StringId>;  // and type

// How often those ops run that more than half of the time is in, which run often.
Int128 TypicalRuns(std::vector<OpTotals> ops) {
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

// The time in which an op of that name and type runs on any thread, of all sources together:
// threads share the time of a recording. What runs in it is no time of it.
Int128 BusyTimeOf(const Selected& selected, const SeldomName& name) {
  const Profile& profile = selected.profile();
  const auto is_other = [&](OpId op) { return profile.ops.row[op].kind != OpKind::kRuntime; };
  std::vector<std::vector<Interval>> times(profile.sources.size());
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.op[e].valid()) continue;
      const OpRow& row = profile.ops.row[WrittenOp(profile, events.op[e])];
      if (row.name != name.first || row.type != name.second) continue;
      ForEachOwnPart(events, e, is_other,
                     [&](const Interval& part) { AddToLast(part, times[track.row.source.row()]); });
    }
  }
  Int128 total = 0;
  for (std::vector<Interval>& of_source : times) total += TotalLength(std::move(of_source));
  return total;
}

}  // namespace

SeldomOp FindSeldomOp(const Selected& selected, const StepTimings& recording) {
  constexpr int64_t kSeldom = 3;      // times less often than other ops
  constexpr int64_t kLeastOften = 6;  // runs of these
  constexpr double kMuch = 0.1;
  const Profile& profile = selected.profile();
  std::map<SeldomName, OpTotals> by_name;
  profile.execs().row.ForEachOf(
      [&](OpId id, StepId step, DeviceId device, Value cpu_time, Value accelerator_time,
          int64_t runs) {
        if (!id.valid() || cpu_time <= 0 || accelerator_time != 0 || runs < 1) return;
        if (!selected.source_filter().Has(step, device)) return;
        const OpId op = WrittenOp(profile, id);
        const OpRow& row = profile.ops.row[op];
        if (!IsFrameworkOp(profile, op)) return;
        if (IsInputOp(profile.strings[row.name], profile.strings[row.type])) return;
        OpTotals& totals = by_name[{row.name, row.type}];
        totals.time += cpu_time;
        totals.runs += runs;
      },
      &ExecRow::op, &ExecRow::step, &ExecRow::device, &ExecRow::cpu_time,
      &ExecRow::accelerator_time, &ExecRow::runs);
  std::vector<OpTotals> all;
  all.reserve(by_name.size());
  for (const auto& [name, totals] : by_name) all.push_back(totals);
  const Int128 typical = TypicalRuns(std::move(all));
  // Each rank has its own recording.
  const double whole = recording.mean() * static_cast<double>(recording.totals.size());
  if (typical < kLeastOften || whole <= 0) return {};
  const SeldomName* found = nullptr;
  OpTotals most;
  for (const auto& [name, totals] : by_name) {
    if (kSeldom * totals.runs > typical || totals.time <= most.time) continue;
    found = &name;
    most = totals;
  }
  if (found == nullptr) return {};
  Value time = most.time;
  if (!LacksEvents(profile)) time = std::min<Value>(time, BusyTimeOf(selected, *found));
  const double share = RealOf(time) / whole;
  if (share < kMuch) return {};
  const auto runs = static_cast<size_t>(std::min<Int128>(most.runs, INT64_MAX));
  return {profile.strings[found->first], runs, share};
}

}  // namespace profiler
