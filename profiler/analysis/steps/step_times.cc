#include "profiler/analysis/steps/step_times.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/job_step_walls.h"

namespace profiler {
namespace {

struct StepExtent {
  int64_t begin = INT64_MAX, end = INT64_MIN;
};

// Adds, per step, the extent and the summed time of the executions in the places, of which calls
// that only wait take none.
void AddExecs(const Profile& profile, const SourceFilter& source_filter,
              std::vector<StepExtent>& extents, std::vector<Int128>& summed) {
  const std::vector<char> waits = WaitingOps(profile);
  const auto add = [&](OpId op, StepId step, DeviceId device, Int128 cpu_time,
                       Int128 accelerator_time, int64_t first_start, int64_t last_end) {
    if (!step.valid() || !source_filter.Has(step, device)) return;
    if (waits[op.row()] == 0) summed[step.row()] += cpu_time + accelerator_time;
    StepExtent& extent = extents[step.row()];
    if (first_start != kUnknown) extent.begin = std::min(extent.begin, first_start);
    if (last_end != kUnknown) extent.end = std::max(extent.end, last_end);
  };
  profile.execs().row.ForEachOf(add, &ExecRow::op, &ExecRow::step, &ExecRow::device,
                                &ExecRow::cpu_time, &ExecRow::accelerator_time,
                                &ExecRow::first_start, &ExecRow::last_end);
}

// By step, whether one of the sources that recorded it holds it in part only. Indexed by the step
// that the others count as.
std::vector<char> PartialSteps(const Profile& profile) {
  std::vector<char> partial(profile.steps.size());
  for (uint32_t i = 0; i < partial.size(); ++i) {
    if (profile.steps[StepId(i)].partial) partial[SameStep(profile, StepId(i)).row()] = 1;
  }
  return partial;
}

// Counts a delay of one rank once, where several recorded the steps of a run. `times` are sorted.
void UseStepsOfJob(const Profile& profile, const std::vector<StepExtent>& extents,
                   std::vector<StepTime>& times) {
  for (size_t first = 0, last = 0; first < times.size(); first = last) {
    std::vector<RecordedStep> recorded;
    for (; last < times.size() && times[last].run == times[first].run; ++last) {
      for (const StepId id : times[last].steps) {
        recorded.push_back({last - first, profile.steps[id].source, extents[id.row()].begin,
                            extents[id.row()].end});
      }
    }
    if (recorded.size() == last - first) continue;
    const std::vector<Int128> walls = JobStepWalls(recorded, last - first);
    for (size_t i = 0; i < walls.size(); ++i) times[first + i].wall = walls[i];
  }
}

}  // namespace

std::vector<StepTime> StepTimes(const Selected& selected, const Runs& runs) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& source_filter = selected.source_filter();
  std::vector<StepExtent> extents(profile.steps.size());
  std::vector<Int128> summed(profile.steps.size());
  AddExecs(profile, source_filter, extents, summed);
  const std::vector<char> partial = PartialSteps(profile);
  std::vector<StepTime> times;
  absl::flat_hash_map<StepId, size_t> index;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& row = profile.steps[StepId(i)];
    const StepId same = SameStep(profile, StepId(i));
    if (!steps.Has(StepId(i)) || partial[same.row()] != 0) continue;
    if (row.found_by == StepFoundBy::kWhole) continue;
    if (row.number == kUnknown) continue;
    if (source_filter.all() && row.begin != kUnknown && row.end != kUnknown) {
      extents[i] = {row.begin, row.end};
    }
    const Int128 wall = static_cast<Int128>(extents[i].end) - extents[i].begin;
    if (wall <= 0) continue;
    const auto [it, is_new] = index.try_emplace(same, times.size());
    if (is_new) times.emplace_back();
    StepTime& time = times[it->second];
    time.number = row.number;
    time.run = runs.of_source[row.source.row()];
    time.steps.push_back(StepId(i));
    time.wall = std::max(time.wall, wall);
    time.summed += summed[i];
  }
  std::stable_sort(times.begin(), times.end(), [](const StepTime& a, const StepTime& b) {
    return a.run == b.run ? a.number < b.number : a.run < b.run;
  });
  UseStepsOfJob(profile, extents, times);
  return times;
}

}  // namespace profiler
