#include "profiler/analysis/samples/functions_in_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/samples/own_time.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/python_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

constexpr uint32_t kNoFunction = UINT32_MAX;

// "<built-in method run_backward of object at 0x7f12>" has another address in each process.
std::string_view WithoutAddress(std::string_view name) {
  return name.substr(0, name.find(" at 0x"));
}

CodeInSteps::Key CodeKeyOf(const Profile& profile, OpId op, StringId function) {
  const OpRow& row = profile.ops.row[WrittenOp(profile, op)];
  const std::string_view name = profile.strings[row.name], type = profile.strings[row.type];
  if (!row.type.valid() || row.type != function) return {name, type};
  if (name.starts_with('<')) return {WithoutAddress(name), type};
  const PythonName python = SplitPythonName(name);
  return python.function.empty() ? CodeInSteps::Key{name, type}
                                 : CodeInSteps::Key{python.file(), python.function};
}

bool IsNamedByUser(const Profile& profile, const OpRow& op) {
  if (!IsUsersFunction(profile, op)) return false;
  const PythonName python = SplitPythonName(profile.strings[op.name]);
  return !python.function.empty() && python.function.front() != '<';
}

// By op, how often it ran in the steps; less than 0 if it did not.
std::vector<double> RunsInSteps(const Selected& selected, const StepNumbers& numbers) {
  const Profile& profile = selected.profile();
  std::vector<double> of_op(profile.op_count(), -1);
  profile.execs().row.ForEachOf(
      [&](StepId step, OpId op, DeviceId device, Value cpu_time, Value accelerator_time,
          int64_t runs) {
        if (!op.valid() || numbers.Of(step) == StepNumbers::kNone) return;
        if (!selected.source_filter().Has(step, device)) return;
        double& all = of_op[op.row()];
        all = std::max(all, 0.0) + CountedRuns(cpu_time, accelerator_time, runs);
      },
      &ExecRow::step, &ExecRow::op, &ExecRow::device, &ExecRow::cpu_time,
      &ExecRow::accelerator_time, &ExecRow::runs);
  return of_op;
}

// "train.py:61 (clip)", or the name of a mark.
std::string_view ShownName(const Profile& profile, OpId id, WorkInSteps& work) {
  const OpRow& op = profile.ops.row[id];
  const std::string_view name = profile.strings[op.name];
  if (profile.strings[op.type] == kUserMarkType) return name;
  const PythonName python = SplitPythonName(name);
  const int64_t line = op.frame.valid() ? profile.frames[op.frame].line : kUnknown;
  const std::string place =
      line == kUnknown ? std::string(python.path) : fmt::format("{}:{}", python.path, line);
  work.made->push_back(fmt::format("{} ({})", place, python.function));
  return work.made->back();
}

// Calls visit(events, event, number of the step) for the events in steps of the threads that run
// them.
template <typename Visit>
absl::Status ForEachInSteps(const Selected& selected, const StepNumbers& numbers,
                            RunContext& context, const Visit& visit) {
  for (const Track track : Tracks(selected, IsInTotals)) {
    const Events& events = track.events;
    if (IsAccelerator(track.row) || !HoldsSteps(events)) continue;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      const uint32_t number = numbers.Of(events.step[e]);
      if (number != StepNumbers::kNone) visit(track, e, number);
    }
  }
  return absl::OkStatus();
}

}  // namespace

CodeInSteps FindCodeInSteps(const Selected& selected, const StepNumbers& numbers) {
  const Profile& profile = selected.profile();
  const StringId function = profile.strings.Find(kPythonFunctionType),
                 mark = profile.strings.Find(kUserMarkType);
  const std::vector<double> runs = RunsInSteps(selected, numbers);
  const std::vector<char> marks = WorkMarks(profile);
  CodeInSteps code;
  code.keys.resize(profile.op_count());
  code.is_users.resize(profile.op_count());
  for (uint32_t i = 0; i < runs.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    code.keys[i] = CodeKeyOf(profile, OpId(i), function);
    if (runs[i] < 0) continue;
    code.runs[code.keys[i]] += runs[i] / static_cast<double>(numbers.size());
    code.has_functions |= op.type.valid() && op.type == function;
    code.has_marks |= op.type.valid() && op.type == mark;
    const bool is_mark = marks[i] != 0 && !IsMarkOfFramework(profile.strings[op.name]);
    code.is_users[i] = is_mark || IsNamedByUser(profile, op) ? 1 : 0;
  }
  return code;
}

absl::StatusOr<WorkInSteps> FunctionsOfOne(const Selected& selected, const StepNumbers& numbers,
                                           const CodeInSteps& code, const CodeInSteps& other,
                                           RunContext& context) {
  const Profile& profile = selected.profile();
  WorkInSteps work;
  work.steps = numbers.size();
  absl::flat_hash_map<CodeInSteps::Key, uint32_t> index;
  std::vector<uint32_t> of_op(profile.op_count(), kNoFunction);
  for (uint32_t i = 0; i < of_op.size(); ++i) {
    if (code.is_users[i] == 0 || other.runs.contains(code.keys[i])) continue;
    const bool is_mark = profile.strings[profile.ops.row[OpId(i)].type] == kUserMarkType;
    if (!(is_mark ? other.has_marks : other.has_functions)) continue;
    const auto [it, is_new] = index.try_emplace(code.keys[i], 0);
    if (is_new) it->second = work.AddItem({ShownName(profile, OpId(i), work), {}, OpId(i), {}, 0});
    of_op[i] = it->second;
  }
  if (work.empty()) return work;
  // Of each item, of its last call that is not in one of the same.
  std::vector<int64_t> ends;
  TrackId last;
  PROFILER_RETURN_IF_ERROR(ForEachInSteps(
      selected, numbers, context, [&](const Track& track, uint32_t event, uint32_t number) {
        if (track.id != last) ends.assign(work.items.size(), INT64_MIN);
        last = track.id;
        const Events& events = track.events;
        const OpId op = events.op[event];
        const uint32_t item = op.valid() ? of_op[op.row()] : kNoFunction;
        if (item == kNoFunction || events.begin[event] < ends[item]) return;
        ends[item] = events.begin[event] + events.duration[event];
        work.Add(item, number, static_cast<double>(events.duration[event]));
        work.items[item].runs += 1;
      }));
  work.Finish(1);
  return work;
}

absl::StatusOr<InFunction> WorkInFunction(const Selected& selected, const StepNumbers& numbers,
                                          const CodeInSteps& code, const CodeInSteps& other,
                                          const CodeInSteps::Key& function, RunContext& context) {
  constexpr double kMuch = 0.5;
  struct Work {
    double self = 0, runs = 0;
  };
  absl::flat_hash_map<CodeInSteps::Key, Work> within;
  double whole = 0;
  int64_t end = INT64_MIN;
  TrackId last;
  PROFILER_RETURN_IF_ERROR(
      ForEachInSteps(selected, numbers, context, [&](const Track& track, uint32_t event, uint32_t) {
        if (track.id != last) end = INT64_MIN;
        last = track.id;
        const Events& events = track.events;
        const OpId op = events.op[event];
        if (!op.valid()) return;
        const CodeInSteps::Key& key = code.keys[op.row()];
        if (events.begin[event] < end) {
          Work& work = within[key];
          work.self += static_cast<double>(events.selves()[event]);
          work.runs += 1;
        } else if (key == function) {
          end = events.begin[event] + events.duration[event];
          whole += static_cast<double>(events.duration[event]);
        }
      }));
  InFunction found;
  double old = 0;
  for (const auto& [key, work] : within) {
    found.keys.insert(key);
    const auto there = other.runs.find(key), here = code.runs.find(key);
    if (there == other.runs.end()) continue;
    const double more = (here == code.runs.end() ? 0 : here->second) - there->second;
    if (more < kMuch * work.runs / static_cast<double>(numbers.size())) old += work.self;
  }
  found.is_around_old = old >= kMuch * whole;
  return found;
}

}  // namespace profiler
