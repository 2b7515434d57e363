#include "profiler/analysis/steps/process_timings.h"

#include <map>
#include <utility>

namespace profiler {
namespace {

using ProcessKey = std::pair<int64_t, StringId>;

// Ranks are unique in a run; a host or a file counts only without one.
ProcessKey KeyOf(const Profile& profile, SourceId id) {
  const SourceRow& source = profile.sources[id];
  if (source.rank != kUnknown) return {source.rank, StringId()};
  const bool has_host = source.host.valid() && !profile.strings[source.host].empty();
  return {kUnknown, has_host ? source.host : source.path};
}

StepTimings NoStepsOf(const StepTimings& run) {
  StepTimings timings;
  timings.run_index = run.run_index;
  timings.run = run.run;
  timings.are_cut = run.are_cut;
  timings.is_whole = run.is_whole;
  timings.is_of_mark = run.is_of_mark;
  return timings;
}

void AddStep(const StepTimings& from, size_t i, StepTimings& to) {
  to.ids.push_back(from.ids[i]);
  to.places.push_back(from.places[i]);
  to.totals.push_back(from.totals[i]);
  to.waits.push_back(from.waits[i]);
  to.sleeps.push_back(from.sleeps[i]);
  to.elsewhere.push_back(from.elsewhere[i]);
  to.short_gaps.push_back(from.short_gaps[i]);
  to.input_code.push_back(from.input_code[i]);
  to.model_copies.push_back(from.model_copies[i]);
  for (size_t part = 0; part < kStepPartCount; ++part) {
    to.parts[part].push_back(from.parts[part][i]);
  }
}

}  // namespace

StepTimings SomeSteps(const StepTimings& run, const std::vector<size_t>& steps) {
  StepTimings timings = NoStepsOf(run);
  for (const size_t step : steps) AddStep(run, step, timings);
  return timings;
}

bool AreOfOneRank(const Profile& profile, SourceId a, SourceId b) {
  if (a == b) return true;
  const int64_t rank = profile.sources[a].rank;
  return rank != kUnknown && rank == profile.sources[b].rank;
}

std::vector<ProcessTimings> TimingsByProcess(const Profile& profile, const Runs& runs,
                                             const StepTimings& run) {
  std::vector<ProcessTimings> processes;
  std::map<ProcessKey, size_t> index;
  for (size_t i = 0; i < run.ids.size(); ++i) {
    const SourceId source = profile.steps[run.ids[i]].source;
    const auto [it, is_new] = index.try_emplace(KeyOf(profile, source), processes.size());
    if (is_new) processes.emplace_back().timings = NoStepsOf(run);
    AddStep(run, i, processes[it->second].timings);
  }
  for (const SourceId source : runs.SourcesOf(run.run_index)) {
    const auto it = index.find(KeyOf(profile, source));
    if (it != index.end()) processes[it->second].sources.push_back(source);
  }
  return processes;
}

StepTimings LargestOfEachStep(const Profile& profile, const std::vector<ProcessTimings>& processes,
                              std::vector<double> (*values_of)(const StepTimings&)) {
  struct Largest {
    const StepTimings* of = nullptr;
    size_t step = 0;
    double value = 0;
  };
  std::map<int64_t, Largest> by_number;
  for (const ProcessTimings& process : processes) {
    const std::vector<double> values = values_of(process.timings);
    for (size_t i = 0; i < values.size(); ++i) {
      Largest& largest = by_number[profile.steps[process.timings.ids[i]].number];
      if (largest.of == nullptr || values[i] > largest.value) {
        largest = {&process.timings, i, values[i]};
      }
    }
  }
  StepTimings timings = processes.empty() ? StepTimings() : NoStepsOf(processes.front().timings);
  for (const auto& [number, largest] : by_number) AddStep(*largest.of, largest.step, timings);
  return timings;
}

}  // namespace profiler
