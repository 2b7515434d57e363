#include "profiler/compare/page/work/beside_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/input/pipeline_ops.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/base/text/listed.h"
#include "profiler/base/value.h"
#include "profiler/report/scaled.h"
#include "profiler/store/kinds.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

constexpr double kLeastWait = 0.1;  // of the step's change
// Of the longer step: work that keeps half of a core busy may take it from the step.
constexpr double kLeastCores = 0.5;

bool IsChangedBeside(const DiffRow& row) {
  return row.is_beside && !row.is_in_few_steps && row.change.is_changed();
}

// Whether the op's time may be that of waiting: for other iterators, files or Python.
bool MayWait(const DiffRow& row) {
  return IsIteratorCall(row.type, row.name) || CallsPython(row.type) || ReadsFiles(row.type);
}

}  // namespace

std::vector<char> OpsBesideSteps(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::vector<char> is_iterator(profile.op_count());
  bool is_any = false;
  for (uint32_t op = 0; op < is_iterator.size(); ++op) {
    const OpRow& row = profile.ops.row[OpId(op)];
    is_iterator[op] = IsIteratorCall(profile.strings[row.type], profile.strings[row.name]) ? 1 : 0;
    is_any = is_any || is_iterator[op] != 0;
  }
  if (!is_any) return {};
  std::vector<double> all(profile.op_count()), beside(profile.op_count());
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    const Events& events = track.events;
    const bool holds_steps = HoldsSteps(events);
    // These run an iterator's function, as PyFunc, without a call of the iterator around it.
    const bool is_pipeline = IsPipelineThread(profile.strings[track.row.name]);
    std::vector<char> is_inside(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t parent = events.ParentOf(e);
      const OpId op = events.op[e];
      const bool is_below = parent != Events::kNoParent && is_inside[parent] != 0;
      const bool is_call = op.valid() && is_iterator[op.row()] != 0;
      is_inside[e] = is_pipeline || is_below || is_call ? 1 : 0;
      if (!op.valid()) continue;
      const auto time = static_cast<double>(events.duration[e]);
      all[op.row()] += time;
      if (is_inside[e] != 0 && !holds_steps) beside[op.row()] += time;
    }
  }
  std::vector<char> is_beside(all.size());
  for (size_t op = 0; op < all.size(); ++op) is_beside[op] = 2 * beside[op] > all[op] ? 1 : 0;
  return is_beside;
}

bool WaitsOtherwiseForInput(const Change& step, const std::vector<DiffRow>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](const DiffRow& part) {
    return part.name == Name(StepPart::kInput) && part.change.delta / step.delta >= kLeastWait;
  });
}

bool StepsComputeOnHosts(const Profile& base, const Profile& next) {
  const auto has_accelerators = [](const Profile& profile) {
    const auto& devices = profile.devices.values();
    return LacksDeviceTimes(profile) ||
           std::any_of(devices.begin(), devices.end(),
                       [](const DeviceRow& device) { return IsAccelerator(device.kind); });
  };
  return !has_accelerators(base) && !has_accelerators(next);
}

std::optional<Note> BesideNote(const std::vector<DiffRow>& ops, bool on_hosts) {
  std::vector<std::string_view> names;
  for (const DiffRow& row : ops) {
    if (IsChangedBeside(row)) names.push_back(row.name);
  }
  if (names.empty()) return std::nullopt;
  return Note{
      "beside_the_step", Severity::kInfo,
      fmt::format("The input pipeline runs {} on threads beside the steps, and less than {:.0f}% "
                  "of the step's change is waiting for input: {}",
                  Listed(names, 3), 100 * kLeastWait,
                  on_hosts ? "it has a share of that change only where it takes cores from the "
                             "steps, which run on the host, too"
                           : "it has no share of that change")};
}

std::string BesideSentence(const Change& step, const std::vector<DiffRow>& ops, bool on_hosts) {
  if (!on_hosts || !step.is_slower_or_faster()) return "";
  double delta = 0;
  const DiffRow* most = nullptr;
  for (const DiffRow& row : ops) {
    if (!IsChangedBeside(row) || MayWait(row)) continue;
    delta += row.change.delta;
    const bool is_alike = row.change.delta * step.delta > 0;
    if (is_alike &&
        (most == nullptr || std::abs(row.change.delta) > std::abs(most->change.delta))) {
      most = &row;
    }
  }
  const double longer = std::max(step.base, step.next);
  const bool is_alike = delta * step.delta > 0;
  if (most == nullptr || !is_alike || std::abs(delta) < kLeastCores * longer) return "";
  const bool is_slower = step.delta > 0;
  return fmt::format(
      "The input pipeline works {} {} a step beside the steps, mostly in {}, on the host that they "
      "compute on: ops that take {} for as many calls may {}",
      ScaledText(std::abs(delta), Unit::kMicros), is_slower ? "longer" : "less", most->name,
      is_slower ? "longer" : "less time",
      is_slower ? "wait for a core, so look at the pipeline first"
                : "have waited for a core before");
}

}  // namespace profiler
