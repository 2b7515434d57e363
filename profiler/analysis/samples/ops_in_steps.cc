#include "profiler/analysis/samples/ops_in_steps.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/samples/grouped_ops.h"
#include "profiler/analysis/samples/own_time.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr size_t kGroupings = 3;  // by name, by scope and by line
constexpr size_t kScopes = 1, kLines = 2;

// By op, whether it is a call of the Python function whose line its time belongs to, and no op or
// built-in function that this calls; empty if Python was not recorded: then a line runs as often as
// its ops do.
std::vector<char> CallsOfLines(const Profile& profile, const std::vector<char>& python) {
  std::vector<char> calls(python.size());
  bool is_any = false;
  for (uint32_t i = 0; i < python.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    if (python[i] == 0 || !op.frame.valid() || UserFrame(profile, op.frame) != op.frame) continue;
    const std::string_view function = profile.strings[profile.frames[op.frame].function];
    const std::string_view name = profile.strings[op.name];
    calls[i] = !function.empty() && name.ends_with(function) && !name.starts_with('<') ? 1 : 0;
    is_any = is_any || calls[i] != 0;
  }
  if (!is_any) calls.clear();
  return calls;
}

// Adds executions to the groups of their ops. Those of an op follow each other: what the op needs
// is looked up once.
class ExecAdder {
 public:
  ExecAdder(std::span<GroupedOps, kGroupings> groups, const std::vector<char>& uses_device,
            const std::vector<char>& calls_of_lines, const std::vector<char>& beside,
            double device_lanes)
      : groups_(groups),
        uses_device_(uses_device),
        calls_of_lines_(calls_of_lines),
        beside_(beside),
        device_lanes_(device_lanes) {}

  void Add(OpId op, uint32_t step, Value cpu_time, Value accelerator_time, int64_t runs) {
    if (op != op_) TakeUp(op);
    const double time = is_on_device_ ? RealOf(accelerator_time) / device_lanes_ : RealOf(cpu_time);
    for (size_t t = 0; t < in_groups_; ++t) times_[t][step] += time;
    time_ += time;
    runs_ += CountedRuns(cpu_time, accelerator_time, runs);
  }

  // Must be called after the last execution.
  void Finish() {
    for (size_t g = 0; op_.valid() && g < kGroupings; ++g) {
      const uint32_t item = ItemOf(groups_[g]);
      // Of scopes only ops are counted, and no Python in them.
      bool counts = g != kScopes || ItemOf(groups_[0]) != GroupedOps::kNoGroup;
      if (g == kLines && !calls_of_lines_.empty()) counts = calls_of_lines_[op_.row()] != 0;
      if (item == GroupedOps::kNoGroup) continue;
      if (counts) groups_[g].work.items[item].runs += runs_;
      if (!beside_.empty() && beside_[op_.row()] != 0) groups_[g].beside[item] += time_;
    }
    runs_ = time_ = 0;
  }

 private:
  uint32_t ItemOf(const GroupedOps& group) const {
    return group.any_known ? group.of_op[op_.row()] : GroupedOps::kNoGroup;
  }

  void TakeUp(OpId op) {
    Finish();
    op_ = op;
    const uint32_t row = groups_[0].of_op[op.row()];
    is_on_device_ = row != GroupedOps::kNoGroup && uses_device_[row] != 0;
    in_groups_ = 0;
    for (GroupedOps& group : groups_) {
      const uint32_t item = ItemOf(group);
      if (item == GroupedOps::kNoGroup) continue;
      times_[in_groups_++] = &group.work.times[size_t{item} * group.work.steps];
    }
  }

  const std::span<GroupedOps, kGroupings> groups_;
  const std::vector<char>& uses_device_;  // by item of the first group
  const std::vector<char>& calls_of_lines_;
  const std::vector<char>& beside_;
  const double device_lanes_;
  OpId op_;
  bool is_on_device_ = false;
  size_t in_groups_ = 0;
  std::array<double*, kGroupings> times_ = {};  // of the op in each of these groups, by step
  double runs_ = 0, time_ = 0;                  // of the op
};

}  // namespace

absl::StatusOr<OpsInSteps> FindOpsInSteps(const Selected& selected, const StepNumbers& numbers,
                                          OpClock clock, const std::vector<char>& beside,
                                          RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(context.Check());
  const std::vector<OpId> written = WrittenOps(profile);
  std::array<GroupedOps, kGroupings> groups;
  groups[0] = OpsByNameAndType(profile, written, numbers.size());
  const std::vector<uint32_t>& row_of = groups[0].of_op;
  const bool all_places = selected.source_filter().all();
  const auto number_of = [&](StepId step, OpId op, DeviceId device) {
    const uint32_t number = numbers.Of(step);
    if (number == StepNumbers::kNone || !op.valid()) {
      return StepNumbers::kNone;
    }
    const bool is_selected = all_places || selected.source_filter().Has(step, device);
    return is_selected ? number : StepNumbers::kNone;
  };
  // Hosts have no lanes: what a process does on several threads adds up.
  Lanes devices(profile);
  std::vector<char> uses_device(groups[0].work.items.size());
  const auto& execs = profile.execs().row;
  // The executions of an op follow each other: where one source recorded all steps, others of the
  // op on the same device tell nothing new.
  const bool is_one_source = profile.sources.size() == 1;
  OpId last_op;
  DeviceId last_device;
  execs.ForEachOfUnlessZero(
      [&](Value accelerator_time, StepId step, OpId op, DeviceId device) {
        if (accelerator_time == 0) return;
        if (op == last_op && device == last_device && is_one_source) return;
        if (number_of(step, op, device) == StepNumbers::kNone) return;
        last_op = op;
        last_device = device;
        const uint32_t row = row_of[op.row()];
        if (row == GroupedOps::kNoGroup) return;
        devices.Add(profile.steps[step].source, device);
        uses_device[row] = clock == OpClock::kAccelerators ? 1 : 0;
      },
      &ExecRow::accelerator_time, &ExecRow::step, &ExecRow::op, &ExecRow::device);
  PROFILER_RETURN_IF_ERROR(context.Check());
  // Where devices work, what hosts do beside ops may pass in their shadow.
  const bool is_hosts_alone =
      std::none_of(uses_device.begin(), uses_device.end(), [](char uses) { return uses != 0; });
  const std::vector<char> python = PythonOps(profile);
  groups[kScopes] = OpsByScope(profile, written, python, numbers.size(), is_hosts_alone);
  groups[kLines] = OpsByLine(profile, written, python, numbers.size());
  const double device_lanes = devices.Count();
  const std::vector<char> calls_of_lines = CallsOfLines(profile, python);
  groups[kLines].work.counts_calls = !calls_of_lines.empty();
  ExecAdder adder(groups, uses_device, calls_of_lines, beside, device_lanes);
  const auto add = [&](StepId step, OpId op, DeviceId device, Value cpu_time,
                       Value accelerator_time, int64_t runs) {
    const uint32_t number = number_of(step, op, device);
    if (number == StepNumbers::kNone) return;
    adder.Add(op, number, cpu_time, accelerator_time, runs);
  };
  // Of all places devices need not be unpacked.
  if (all_places) {
    execs.ForEachOf([&](StepId step, OpId op, Value cpu_time, Value accelerator_time,
                        int64_t runs) { add(step, op, {}, cpu_time, accelerator_time, runs); },
                    &ExecRow::step, &ExecRow::op, &ExecRow::cpu_time, &ExecRow::accelerator_time,
                    &ExecRow::runs);
  } else {
    execs.ForEachOf(add, &ExecRow::step, &ExecRow::op, &ExecRow::device, &ExecRow::cpu_time,
                    &ExecRow::accelerator_time, &ExecRow::runs);
  }
  adder.Finish();
  PROFILER_RETURN_IF_ERROR(context.Check());
  for (size_t i = 0; i < uses_device.size(); ++i) {
    groups[0].work.items[i].is_of_hosts = uses_device[i] == 0;
  }
  for (GroupedOps& group : groups) {
    if (!group.any_known) group.work = {};
    group.MarkBeside();
    group.work.steps = numbers.size();
    group.work.Finish(1);
    group.work.lanes = device_lanes;
    for (WorkInSteps::Item& item : group.work.items) {
      if (item.runs == 0) item.runs = kAbsentReal;
    }
  }
  return OpsInSteps{std::move(groups[0].work), std::move(groups[1].work),
                    std::move(groups[2].work)};
}

}  // namespace profiler
