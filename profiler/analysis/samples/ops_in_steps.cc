#include "profiler/analysis/samples/ops_in_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/op_scope.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/samples/own_time.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr uint32_t kNoGroup = UINT32_MAX;
constexpr size_t kGroupings = 3;  // by name, by scope and by line
constexpr size_t kScopes = 1, kLines = 2;

// The op that the user wrote, of each op; invalid for what is no op of the user.
std::vector<OpId> WrittenOps(const Profile& profile) {
  const StringId mark = profile.strings.Find(kUserMarkType);
  std::vector<OpId> written(profile.op_count());
  for (uint32_t i = 0; i < written.size(); ++i) {
    const OpId op = WrittenOp(profile, OpId(i));
    const OpRow& row = profile.ops.row[op];
    const bool is_mark = row.type.valid() && row.type == mark;
    if (row.kind != OpKind::kRuntime && !is_mark) written[i] = op;
  }
  return written;
}

// The groups of ops that a table has as rows, and the group of each op.
struct OpGroups {
  WorkInSteps work;  // has no times before MakeRoom()
  std::vector<uint32_t> of_op;
  bool any_known = false;

  uint32_t AddItem(WorkInSteps::Item item) {
    work.items.push_back(item);
    return static_cast<uint32_t>(work.items.size() - 1);
  }
  // If any is known. Once, as what grows is copied and touches twice the memory.
  void MakeRoom() {
    if (any_known) work.times.resize(work.items.size() * work.steps);
  }
};

OpGroups ByNameAndType(const Profile& profile, const std::vector<OpId>& written, size_t steps) {
  OpGroups groups;
  groups.any_known = true;
  groups.work.items.reserve(written.size());
  absl::flat_hash_map<std::pair<StringId, StringId>, uint32_t> index;
  index.reserve(written.size());
  groups.of_op.assign(written.size(), kNoGroup);
  for (uint32_t i = 0; i < written.size(); ++i) {
    if (!written[i].valid()) continue;
    const OpRow& row = profile.ops.row[written[i]];
    const auto [it, is_new] = index.try_emplace({row.name, row.type}, 0);
    if (is_new) {
      it->second =
          groups.AddItem({profile.strings[row.name], profile.strings[row.type], written[i], {}, 0});
    }
    groups.of_op[i] = it->second;
  }
  groups.work.steps = steps;
  groups.MakeRoom();
  return groups;
}

// With `has_own_time`, scopes also have what marks and Python take in them beside ops.
OpGroups ByScope(const Profile& profile, const std::vector<OpId>& written,
                 const std::vector<char>& python, size_t steps, bool has_own_time) {
  OpGroups groups;
  groups.work.steps = steps;
  const std::vector<std::string_view> own =
      has_own_time ? ScopesOfOwnTime(profile, python, *groups.work.made)
                   : std::vector<std::string_view>();
  absl::flat_hash_map<std::string_view, uint32_t> index;
  groups.of_op.assign(written.size(), kNoGroup);
  for (uint32_t i = 0; i < written.size(); ++i) {
    std::string_view scope = own.empty() ? std::string_view() : own[i];
    if (!written[i].valid() && scope.empty()) continue;
    if (scope.empty()) scope = ScopeOf(profile, OpId(i));
    if (scope.empty()) scope = ScopeOf(profile, written[i]);
    groups.any_known |= !scope.empty();
    const auto [it, is_new] = index.try_emplace(scope, 0);
    if (is_new) {
      const std::string_view name = scope.empty() ? kNoScopeName : scope;
      it->second = groups.AddItem({name, {}, written[i].valid() ? written[i] : OpId(i), {}, 0});
    }
    groups.of_op[i] = it->second;
  }
  groups.MakeRoom();
  return groups;
}

std::string_view LineName(const Profile& profile, FrameId id, WorkInSteps& work) {
  if (!id.valid()) return kNoLineName;
  const FrameRow& frame = profile.frames[id];
  const std::string_view file = profile.strings[frame.file];
  const std::string_view function = profile.strings[frame.function];
  work.made->push_back(frame.line == kUnknown ? std::string(file)
                                              : fmt::format("{}:{}", file, frame.line));
  if (!function.empty()) work.made->back() += fmt::format(" ({})", function);
  return work.made->back();
}

OpGroups ByLine(const Profile& profile, const std::vector<OpId>& written,
                const std::vector<char>& python, size_t steps) {
  OpGroups groups;
  groups.work.steps = steps;
  groups.of_op.assign(written.size(), kNoGroup);
  absl::flat_hash_map<FrameId, uint32_t> of_frame;
  absl::flat_hash_map<std::string_view, uint32_t> of_name;
  for (uint32_t i = 0; i < written.size(); ++i) {
    if (!written[i].valid() && python[i] == 0) continue;
    const OpId op = written[i].valid() ? written[i] : OpId(i);
    FrameId innermost = profile.ops.row[OpId(i)].frame;
    if (!innermost.valid()) innermost = profile.ops.row[op].frame;
    const auto [it, is_new] = of_frame.try_emplace(innermost, 0);
    if (is_new) {
      const FrameId frame = innermost.valid() ? UserFrame(profile, innermost) : FrameId();
      groups.any_known |= frame.valid();
      const std::string_view name = LineName(profile, frame, groups.work);
      const auto [named, is_new_name] = of_name.try_emplace(name, 0);
      if (is_new_name) named->second = groups.AddItem({name, {}, op, frame, 0});
      it->second = named->second;
    }
    groups.of_op[i] = it->second;
  }
  groups.MakeRoom();
  return groups;
}

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
  ExecAdder(std::span<OpGroups, kGroupings> groups, const std::vector<char>& uses_device,
            const std::vector<char>& calls_of_lines, double device_lanes)
      : groups_(groups),
        uses_device_(uses_device),
        calls_of_lines_(calls_of_lines),
        device_lanes_(device_lanes) {}

  void Add(OpId op, uint32_t step, Value cpu_time, Value accelerator_time, int64_t runs) {
    if (op != op_) TakeUp(op);
    const double time = is_on_device_ ? RealOf(accelerator_time) / device_lanes_ : RealOf(cpu_time);
    for (size_t t = 0; t < in_groups_; ++t) times_[t][step] += time;
    runs_ += CountedRuns(cpu_time, accelerator_time, runs);
  }

  // Must be called after the last execution.
  void Finish() {
    for (size_t g = 0; op_.valid() && g < kGroupings; ++g) {
      const uint32_t item = ItemOf(groups_[g]);
      // Of scopes only ops are counted, and no Python in them.
      bool counts = g != kScopes || ItemOf(groups_[0]) != kNoGroup;
      if (g == kLines && !calls_of_lines_.empty()) counts = calls_of_lines_[op_.row()] != 0;
      if (item != kNoGroup && counts) groups_[g].work.items[item].runs += runs_;
    }
    runs_ = 0;
  }

 private:
  uint32_t ItemOf(const OpGroups& group) const {
    return group.any_known ? group.of_op[op_.row()] : kNoGroup;
  }

  void TakeUp(OpId op) {
    Finish();
    op_ = op;
    const uint32_t row = groups_[0].of_op[op.row()];
    is_on_device_ = row != kNoGroup && uses_device_[row] != 0;
    in_groups_ = 0;
    for (OpGroups& group : groups_) {
      const uint32_t item = ItemOf(group);
      if (item == kNoGroup) continue;
      times_[in_groups_++] = &group.work.times[size_t{item} * group.work.steps];
    }
  }

  const std::span<OpGroups, kGroupings> groups_;
  const std::vector<char>& uses_device_;  // by item of the first group
  const std::vector<char>& calls_of_lines_;
  const double device_lanes_;
  OpId op_;
  bool is_on_device_ = false;
  size_t in_groups_ = 0;
  std::array<double*, kGroupings> times_ = {};  // of the op in each of these groups, by step
  double runs_ = 0;                             // of the op
};

}  // namespace

absl::StatusOr<OpsInSteps> FindOpsInSteps(const Selected& selected, const StepNumbers& numbers,
                                          OpClock clock, RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(context.Check());
  const std::vector<OpId> written = WrittenOps(profile);
  std::array<OpGroups, kGroupings> groups;
  groups[0] = ByNameAndType(profile, written, numbers.size());
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
        if (row == kNoGroup) return;
        devices.Add(profile.steps[step].source, device);
        uses_device[row] = clock == OpClock::kAccelerators ? 1 : 0;
      },
      &ExecRow::accelerator_time, &ExecRow::step, &ExecRow::op, &ExecRow::device);
  PROFILER_RETURN_IF_ERROR(context.Check());
  // Where devices work, what hosts do beside ops may pass in their shadow.
  const bool is_hosts_alone =
      std::none_of(uses_device.begin(), uses_device.end(), [](char uses) { return uses != 0; });
  const std::vector<char> python = PythonOps(profile);
  groups[kScopes] = ByScope(profile, written, python, numbers.size(), is_hosts_alone);
  groups[kLines] = ByLine(profile, written, python, numbers.size());
  const double device_lanes = devices.Count();
  const std::vector<char> calls_of_lines = CallsOfLines(profile, python);
  ExecAdder adder(groups, uses_device, calls_of_lines, device_lanes);
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
  for (OpGroups& group : groups) {
    if (!group.any_known) group.work = {};
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
