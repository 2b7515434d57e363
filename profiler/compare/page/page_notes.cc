#include "profiler/compare/page/page_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/compare/kept_memory.h"
#include "profiler/compare/page/sentences/summary.h"
#include "profiler/compare/page/work/beside_step.h"
#include "profiler/compare/samples/step_strides.h"

namespace profiler {
namespace {

void AddLanesNote(const PageTables& tables, std::vector<Note>& notes) {
  if (tables.base_lanes <= 1 && tables.new_lanes <= 1) return;
  notes.push_back(
      {"means_over_devices", Severity::kInfo,
       fmt::format("Times of ops and kernels are means over the devices that work side by side: "
                   "{:.0f} in the base, {:.0f} in the new profile",
                   tables.base_lanes, tables.new_lanes)});
}

void AddRanksNote(const Side& base, const Side& next, std::vector<Note>& notes) {
  if (base.ranks() <= 1 && next.ranks() <= 1) return;
  notes.push_back({"means_over_ranks", Severity::kInfo,
                   fmt::format("Times are means over the ranks that recorded a step: {} in the "
                               "base, {} in the new profile; what only one rank does counts by its "
                               "part of them (-rank shows one)",
                               base.ranks(), next.ranks())});
}

std::string BlocksText(size_t steps) {
  return steps == 1 ? "steps" : fmt::format("blocks of {} steps", steps);
}

void AddBlocksNote(const Comparison& comparison, std::vector<Note>& notes) {
  if (comparison.base_block() <= 1 && comparison.new_block() <= 1) return;
  notes.push_back(
      {"steps_in_blocks", Severity::kInfo,
       fmt::format("Successive steps are alike, so {} of the base are compared with {} of the "
                   "new profile",
                   BlocksText(comparison.base_block()), BlocksText(comparison.new_block()))});
}

void AddRunsNote(const Comparison& comparison, const Side& base, const Side& next,
                 std::vector<Note>& notes) {
  const size_t most = std::max(base.samples.runs(), next.samples.runs());
  if (most < 2 || base.samples.are_runs()) return;
  if (comparison.knows_noise_of_runs()) {
    notes.push_back(
        {"one_run_against_several", Severity::kInfo,
         fmt::format("One run is compared with {} by their steps and by how much these {} differ "
                     "from each other, as one more run of the same code would",
                     most, most)});
    return;
  }
  notes.push_back(
      {"one_run_against_several", Severity::kInfo,
       fmt::format("{} new run{} compared with {} by their steps, so noise between runs is "
                   "unknown: give at least two runs of each, with -base A -base B",
                   next.samples.runs(), next.samples.runs() == 1 ? " is" : "s are",
                   base.samples.runs())});
}

void AddFewStepsNote(const PageTables& tables, std::vector<Note>& notes) {
  const auto is_any = [](const std::vector<DiffRow>& rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [](const DiffRow& row) { return row.is_in_few_steps; });
  };
  if (!is_any(tables.ops) && !is_any(tables.kernels) && !is_any(tables.scopes) &&
      !is_any(tables.lines)) {
    return;
  }
  notes.push_back({"means_of_few_steps", Severity::kInfo,
                   "Rows that only one profile has, and that run in fewer than half of its steps, "
                   "show their mean per step: the typical step has none of it"});
}

// Where a peak differs, or may, whose recording does not count all memory.
void AddMemoryBeforeNote(const PageFacts& of, std::vector<Note>& notes) {
  const auto lacks_before = [](const MemoryUse& use) {
    return use.device.valid() && LacksBefore(use);
  };
  const auto is_of_some = [&](const Side& side) {
    return std::any_of(side.memory.uses.begin(), side.memory.uses.end(), lacks_before);
  };
  const std::vector<DiffRow>& rows = of.tables.memory.rows();
  const bool differs = std::any_of(rows.begin(), rows.end(), [](const DiffRow& row) {
    return row.change.verdict != Verdict::kSame;
  });
  if (!differs || (!is_of_some(of.base) && !is_of_some(of.next))) return;
  notes.push_back({"memory_before", Severity::kInfo,
                   "Peaks of memory do not count what was allocated before the recording and not "
                   "freed in it, where the allocator did not record its totals. They are unclear "
                   "where only such memory may make them differ"});
}

void AddRecordedNote(const Environment& environment, std::vector<Note>& notes) {
  if (environment.recorded_once.empty()) return;
  notes.push_back(
      {"recorded_unlike", Severity::kWarning,
       fmt::format("only one of both was recorded with {}: that slows hosts, so a part of the "
                   "change may be the recorder's. Record both alike",
                   fmt::join(environment.recorded_once, " and "))});
}

// Where the changes of a table's rows add up to clearly more than the step's.
void AddOverlapNote(const PageTables& tables, std::vector<Note>& notes) {
  constexpr double kNoticed = 0.05;  // of the step's change
  const Change& step = tables.step;
  if (!step.is_slower_or_faster()) return;
  std::vector<std::string> names;
  const auto add = [&](std::string_view name, const std::vector<DiffRow>& rows) {
    double sum = 0;
    for (const DiffRow& row : rows) {
      if (!std::isnan(row.change.delta) && !row.is_beside) sum += row.change.delta;
    }
    if (sum / step.delta >= 1 + kNoticed) names.emplace_back(name);
  };
  add("ops", tables.ops);
  add("kernels", tables.kernels);
  add("scopes", tables.scopes);
  add("lines", tables.lines);
  add("collectives", tables.collectives);
  if (names.empty()) return;
  notes.push_back(
      {"rows_overlap", Severity::kInfo,
       fmt::format("The changes of {} add up to more than the step's, as work that runs side by "
                   "side and noise make it: `<unexplained>` is negative by that excess",
                   JoinedText(names))});
}

}  // namespace

std::vector<Note> PageNotes(const PageFacts& of) {
  const Change& step = of.tables.step;
  std::vector<Note> notes;
  AddLanesNote(of.tables, notes);
  AddRanksNote(of.base, of.next, notes);
  if (auto note = UnlikeStrides(of.base.profile(), step.base, of.next.profile(), step.next)) {
    notes.push_back(*std::move(note));
  }
  AddBlocksNote(of.comparison, notes);
  AddRunsNote(of.comparison, of.base, of.next, notes);
  AddRecordedNote(of.environment, notes);
  AddOverlapNote(of.tables, notes);
  AddMemoryBeforeNote(of, notes);
  AddFewStepsNote(of.tables, notes);
  const bool on_hosts = StepsComputeOnHosts(of.base.profile(), of.next.profile());
  if (auto note = BesideNote(of.tables.ops, on_hosts)) notes.push_back(*std::move(note));
  return notes;
}

}  // namespace profiler
