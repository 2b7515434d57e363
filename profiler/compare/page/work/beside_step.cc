#include "profiler/compare/page/work/beside_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/input/pipeline_ops.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/base/text/listed.h"
#include "profiler/base/value.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

constexpr double kLeastWait = 0.1;  // of the step's change

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

std::optional<Note> BesideNote(const std::vector<DiffRow>& ops) {
  std::vector<std::string_view> names;
  for (const DiffRow& row : ops) {
    if (row.is_beside && !row.is_in_few_steps && row.change.is_changed()) names.push_back(row.name);
  }
  if (names.empty()) return std::nullopt;
  return Note{
      "beside_the_step", Severity::kInfo,
      fmt::format("The input pipeline runs {} on threads beside the steps, and less than {:.0f}% "
                  "of the step's change is waiting for input: it has no share of that change",
                  Listed(names, 3), 100 * kLeastWait)};
}

}  // namespace profiler
