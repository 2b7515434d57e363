#include "profiler/analysis/steps/step_times.h"

#include <algorithm>
#include <map>

#include "absl/container/flat_hash_map.h"

namespace profiler {
namespace {

struct StepExtent {
  int64_t begin = INT64_MAX, end = INT64_MIN;
};

// Adds, per step, the extent and the summed time of the executions in the places.
void AddExecs(const Profile& profile, const SourceFilter& source_filter,
              std::vector<StepExtent>& extents, std::vector<Int128>& summed) {
  for (const ExecRow& row : profile.execs.row.values()) {
    if (!row.step.valid() || !source_filter.Has(row.step, row.device)) continue;
    summed[row.step.row()] += row.cpu_time + row.accelerator_time;
    StepExtent& extent = extents[row.step.row()];
    if (row.first_start != kUnknown) extent.begin = std::min(extent.begin, row.first_start);
    if (row.last_end != kUnknown) extent.end = std::max(extent.end, row.last_end);
  }
}

// A user's mark is shown by its name, as all marks have one type.
StringId TypeOrMark(const Profile& profile, const OpRow& op) {
  return profile.strings[op.type] == "user_annotation" ? op.name : op.type;
}

// Mean op time by type over the steps. A sorted map, so that ties are resolved deterministically.
std::map<StringId, Int128> TimeByType(const Profile& profile, const SourceFilter& source_filter,
                                      const std::vector<const StepTime*>& steps) {
  std::vector<char> wanted(profile.steps.size());
  for (const StepTime* time : steps) {
    for (StepId step : time->steps) wanted[step.row()] = 1;
  }
  std::map<StringId, Int128> by_type;
  for (const ExecRow& row : profile.execs.row.values()) {
    if (!row.step.valid() || wanted[row.step.row()] == 0) continue;
    if (!source_filter.Has(row.step, row.device)) continue;
    by_type[TypeOrMark(profile, profile.ops.row[row.op])] += row.cpu_time + row.accelerator_time;
  }
  for (auto& [type, time] : by_type) time /= static_cast<int64_t>(steps.size());
  return by_type;
}

// By step, whether one of the sources that recorded it holds it in part only. Indexed by the step
// that the others count as.
std::vector<char> PartialSteps(const Profile& profile) {
  std::vector<char> partial(profile.steps.size());
  for (uint32_t i = 0; i < partial.size(); ++i) {
    const StepRow& row = profile.steps[StepId(i)];
    if (row.partial) partial[row.counts_as.valid() ? row.counts_as.row() : i] = 1;
  }
  return partial;
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
    const StepId same = row.counts_as.valid() ? row.counts_as : StepId(i);
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
  return times;
}

std::optional<TypeGrowth> MostGrownType(const Selected& selected,
                                        const std::vector<const StepTime*>& slow,
                                        const std::vector<const StepTime*>& others) {
  if (slow.empty() || others.empty()) return std::nullopt;
  const Profile& profile = selected.profile();
  const SourceFilter& source_filter = selected.source_filter();
  auto before = TimeByType(profile, source_filter, others);
  std::optional<TypeGrowth> most;
  for (const auto& [type, time] : TimeByType(profile, source_filter, slow)) {
    const TypeGrowth growth = {std::string(profile.strings[type]), time, before[type]};
    const Int128 grown = growth.in_slow - growth.in_others;
    if (grown > 0 && (!most || grown > most->in_slow - most->in_others)) most = growth;
  }
  return most;
}

}  // namespace profiler
