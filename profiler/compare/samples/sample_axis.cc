#include "profiler/compare/samples/sample_axis.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Selects of a run what `selected` selects.
absl::StatusOr<Selected> OnlyRun(const Selected& selected, const Runs& runs, uint32_t run) {
  const Profile& profile = selected.profile();
  Selection selection = selected.selection();
  std::vector<std::string> paths;
  for (const SourceId source : runs.SourcesOf(run)) {
    const std::string_view path = profile.strings[profile.sources[source].path];
    if (!selection.sources.all() && !selection.sources.Matches(path)) continue;
    paths.push_back(RE2::QuoteMeta(re2::StringPiece(path.data(), path.size())));
  }
  PROFILER_ASSIGN_OR_RETURN(selection.sources, RegexSet::Compile(std::move(paths)));
  return Selected(profile, selection);
}

// The steps of a run by number, those that are whole on all hosts that recorded them.
std::vector<SampledStep> StepsOfRunByNumber(const Profile& profile, const StepTimings& timings,
                                            uint32_t run) {
  std::map<int64_t, SampledStep> by_number;
  for (size_t i = 0; i < timings.ids.size(); ++i) {
    const int64_t number = profile.steps[timings.ids[i]].number;
    if (number == kUnknown || number < 0) continue;
    SampledStep& step = by_number[number];
    step.run = run;
    step.number = number;
    step.ids.push_back(timings.ids[i]);
    step.micros += timings.totals[i] / static_cast<double>(kPicosPerMicro);
  }
  size_t hosts = 0;
  for (const auto& [number, step] : by_number) hosts = std::max(hosts, step.ids.size());
  std::vector<SampledStep> steps;
  for (auto& [number, step] : by_number) {
    if (step.ids.size() < hosts) continue;
    step.micros /= static_cast<double>(hosts);
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace

std::vector<double> SampleAxis::Lengths() const {
  std::vector<double> lengths;
  if (kind == SampleKind::kRuns) {
    for (const SampledRun& run : runs) lengths.push_back(run.micros);
  } else if (kind == SampleKind::kSteps) {
    for (const SampledStep& step : steps) lengths.push_back(step.micros);
  }
  return lengths;
}

std::vector<size_t> SampleAxis::RunEnds() const {
  std::vector<size_t> ends;
  if (kind != SampleKind::kSteps) return ends;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (i > 0 && steps[i].run == steps[i - 1].run) ends.pop_back();
    ends.push_back(i + 1);
  }
  return ends;
}

void SampleAxis::Thin(size_t most) {
  if (steps.size() <= most) return;
  std::vector<SampledStep> kept;
  kept.reserve(most);
  for (size_t i = 0; i < most; ++i) {
    kept.push_back(std::move(steps[i * (steps.size() - 1) / (most - 1)]));
  }
  steps = std::move(kept);
}

absl::StatusOr<SampleAxis> SampleAxisOf(const Selected& selected, const Query& query,
                                        RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepTimings> timings,
                            TimeSteps(selected, query, context));
  const Runs runs = RunsOf(selected.profile());
  SampleAxis axis;
  for (const StepTimings& of_run : timings) {
    if (of_run.is_whole || of_run.empty()) continue;
    const auto run = static_cast<uint32_t>(axis.runs.size());
    std::vector<SampledStep> steps = StepsOfRunByNumber(selected.profile(), of_run, run);
    if (steps.empty()) continue;
    PROFILER_ASSIGN_OR_RETURN(
        Selected only, runs.are_several() ? OnlyRun(selected, runs, of_run.run_index) : selected);
    axis.runs.push_back({std::move(only), of_run.median() / static_cast<double>(kPicosPerMicro)});
    std::move(steps.begin(), steps.end(), std::back_inserter(axis.steps));
  }
  if (!axis.steps.empty()) axis.kind = SampleKind::kSteps;
  return axis;
}

void UseOneKind(SampleAxis& base, SampleAxis& next) {
  const bool none = base.kind == SampleKind::kNone || next.kind == SampleKind::kNone;
  const bool runs = base.runs.size() >= 2 && next.runs.size() >= 2;
  base.kind = next.kind = none ? SampleKind::kNone : runs ? SampleKind::kRuns : SampleKind::kSteps;
}

}  // namespace profiler
