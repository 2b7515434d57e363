#include "profiler/analysis/instructions/ops_of_devices.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/base/status.h"
#include "profiler/base/value.h"

namespace profiler {
namespace {

// What the two devices run of one name.
struct RunsOfTwo {
  int64_t runs_of_a = 0, runs_of_b = 0;
  Int128 time_of_a = 0, time_of_b = 0;  // without what may wait

  double Ratio() const { return static_cast<double>(time_of_a) / static_cast<double>(time_of_b); }
  void AddTimes(const RunsOfTwo& other) {
    time_of_a += other.time_of_a;
    time_of_b += other.time_of_b;
  }
};
using RunsByName = std::map<StringId, RunsOfTwo>;

// Finds which of the same ops make the first device slower.
void FindSlower(const RunsByName& by_name, OpsOfTwo& ops) {
  constexpr double kNearlyAll = 0.8, kAsLong = 1.05;
  RunsOfTwo all, alike, slower, rest;
  for (const auto& [name, runs] : by_name) all.AddTimes(runs);
  if (all.time_of_b <= 0 || all.Ratio() <= kAsLong) return;
  const double over = all.Ratio() - 1;
  std::vector<std::pair<Int128, StringId>> differences;
  for (const auto& [name, runs] : by_name) {
    if (runs.time_of_a <= 0 && runs.time_of_b <= 0) continue;
    const double of_op = runs.Ratio() - 1;  // infinite where the second device does none of it
    if (of_op >= over / 2 && of_op <= over * 1.5) alike.AddTimes(runs);
    (of_op >= over / 2 ? slower : rest).AddTimes(runs);
    if (of_op >= over / 2) differences.emplace_back(runs.time_of_a - runs.time_of_b, name);
  }
  const double share_alike =
      static_cast<double>(alike.time_of_b) / static_cast<double>(all.time_of_b);
  ops.are_all_slower = share_alike >= kNearlyAll;
  const bool is_rest_as_long = rest.time_of_b > 0 && rest.Ratio() <= kAsLong;
  if (ops.are_all_slower || !is_rest_as_long || slower.time_of_b <= 0) return;
  std::stable_sort(differences.begin(), differences.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [difference, name] : differences) ops.slower.push_back(name);
  ops.slower_ratio = slower.Ratio();
}

}  // namespace

absl::StatusOr<OpsOfTwo> CompareOps(const Selected& selected, DeviceId a, DeviceId b,
                                    RunContext& context) {
  const Profile& profile = selected.profile();
  const CountedSteps counted(selected);
  const CommunicationTable communication(profile);
  RunsByName by_name;
  double flops_of_a = 0, flops_of_b = 0;
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) {
        const DeviceId device = profile.tracks[event.track].device;
        const bool is_of_one = device == a || device == b;
        if (!is_of_one || !counted.Has(profile.events[event.track].step[event.row])) return;
        const OpRow& op = profile.ops.row[event.op];
        RunsOfTwo& runs = by_name[op.name];
        ++(device == a ? runs.runs_of_a : runs.runs_of_b);
        const bool may_wait = communication.Of(event.op) != Communication::kNone ||
                              profile.strings[op.name].find("-done") != std::string_view::npos ||
                              profile.strings[op.category].starts_with("infeed");
        if (!may_wait) (device == a ? runs.time_of_a : runs.time_of_b) += event.self;
        if (op.float_ops == kUnknown) return;
        (device == a ? flops_of_a : flops_of_b) += static_cast<double>(op.float_ops);
      },
      context));
  OpsOfTwo ops;
  ops.are_same =
      !by_name.empty() && std::all_of(by_name.begin(), by_name.end(), [](const auto& one) {
        return one.second.runs_of_a == one.second.runs_of_b;
      });
  if (ops.are_same) FindSlower(by_name, ops);
  if (flops_of_a > 0 && flops_of_b > 0) ops.flops_ratio = flops_of_a / flops_of_b;
  return ops;
}

bool HasMoreWork(const OpsOfTwo& ops, double time_ratio) {
  constexpr double kMost = 0.8;  // of what it takes longer
  return time_ratio > 1 && ops.flops_ratio - 1 >= kMost * (time_ratio - 1);
}

}  // namespace profiler
