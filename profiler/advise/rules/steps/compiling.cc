#include "profiler/advise/rules/steps/compiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/steps/compiling_text.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/graph_builds.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/text/listed.h"
#include "profiler/query/options/spelling.h"

namespace profiler {

extern const Rule kHostChecker;  // the rule that judges compiling

namespace {

// Of the steps of a run, by index, those that are no first ones of their process: these compile in
// any program.
std::vector<size_t> StepsAfterWarmUp(const Profile& profile, const StepTimings& timings) {
  std::vector<std::pair<SourceId, std::vector<size_t>>> by_process;
  std::map<SourceId, size_t> process_of;
  for (size_t i = 0; i < timings.ids.size(); ++i) {
    const SourceId source = profile.steps[timings.ids[i]].source;
    const auto [it, is_new] = process_of.try_emplace(source, by_process.size());
    if (is_new) {
      const auto same = std::find_if(
          by_process.begin(), by_process.end(),
          [&](const auto& process) { return AreOfOneRank(profile, process.first, source); });
      it->second = static_cast<size_t>(same - by_process.begin());
      if (same == by_process.end()) by_process.emplace_back(source, std::vector<size_t>());
    }
    by_process[it->second].second.push_back(i);
  }
  std::vector<size_t> after;
  for (const auto& [source, steps] : by_process) {
    std::vector<double> totals;
    totals.reserve(steps.size());
    for (const size_t i : steps) totals.push_back(timings.totals[i]);
    const size_t first = std::max<size_t>(1, WarmUpSteps(totals, kWarmUpMedians));
    after.insert(after.end(), steps.begin() + static_cast<ptrdiff_t>(std::min(first, steps.size())),
                 steps.end());
  }
  std::sort(after.begin(), after.end());
  return after;
}

// The steps of the list that are not among the first ones.
std::vector<CompiledIn> AfterWarmUp(const std::set<StepId>& after_warm_up,
                                    const std::vector<CompiledIn>& steps) {
  std::vector<CompiledIn> after;
  for (const CompiledIn& one : steps) {
    if (after_warm_up.contains(one.step)) after.push_back(one);
  }
  return after;
}

// Text such as "step 7", "steps 7, 9" or "steps 7, 9, 12 and 4 more".
std::string NamedSteps(const Profile& profile, const std::vector<CompiledIn>& steps) {
  std::set<int64_t> numbers;  // several processes have steps of one number
  for (const CompiledIn& one : steps) numbers.insert(profile.steps[one.step].number);
  return fmt::format(
      "step{} {}", numbers.size() == 1 ? "" : "s",
      Listed(std::vector<int64_t>(numbers.begin(), numbers.end()), kMostCompiledNamed));
}

// Whether WhatCompiles() says what to do against it.
bool IsCompiledAgain(const Profile& profile, const StepTimings& timings,
                     const std::vector<Compilation>& all) {
  if (!all.empty()) return all.front().steps.size() > 1;
  const Framework framework = FrameworkOf(profile);
  if (framework == Framework::kPyTorch) return StepsThatCompile(timings) > 1;
  if (framework != Framework::kTensorFlow) return false;
  const TensorFlowCompilations found = TensorFlowCompilationsIn(profile, timings);
  return TellsXla(found) ? found.by_xla.calls > 1 : found.graphs.calls > 1;
}

// By step of the timings, what compiling takes of it and could be left out: what TensorFlow
// compiles again, and all elsewhere.
std::vector<double> AvoidableTimes(const Profile& profile, const StepTimings& timings,
                                   const std::vector<Compilation>& all) {
  std::vector<double> times = timings.Of(StepPart::kCompile);
  if (!all.empty() || FrameworkOf(profile) != Framework::kTensorFlow) return times;
  const std::map<StepId, Int128> again = TensorFlowCompilationsIn(profile, timings).again;
  for (size_t i = 0; i < timings.ids.size(); ++i) {
    const auto of_step = again.find(timings.ids[i]);
    const double time = of_step == again.end() ? 0 : static_cast<double>(of_step->second);
    times[i] = std::min(times[i], time);  // devices may hide some of it
  }
  return times;
}

double SumAfterWarmUp(const Profile& profile, const StepTimings& timings,
                      const std::vector<double>& times) {
  double sum = 0;
  for (const size_t i : StepsAfterWarmUp(profile, timings)) sum += times[i];
  return sum;
}

// The same of what TensorFlow compiles: graphs that are built again, which few steps do.
std::optional<Finding> RetracedFinding(const Profile& profile, const StepTimings& timings,
                                       double least) {
  const std::string steps = InCompilingSteps(profile, timings);
  if (steps.empty()) return std::nullopt;
  // Several functions, each compiled once, as the first evaluation does, are none that is retraced.
  const TensorFlowCompilations found = TensorFlowCompilationsIn(profile, timings);
  if ((TellsXla(found) ? found.by_xla : found.graphs).steps_of_one < 2) return std::nullopt;
  const Value of_step = CompilingToSave(profile, timings, {});
  const double share = static_cast<double>(of_step) / timings.mean();
  if (of_step <= 0 || share < least) return std::nullopt;
  const auto sum = [&](const std::vector<double>& times) {
    return FormatMicros(static_cast<Value>(SumAfterWarmUp(profile, timings, times)));
  };
  const std::string all = sum(timings.Of(StepPart::kCompile));
  const std::string again = sum(AvoidableTimes(profile, timings, {}));
  const std::string part =
      again == all ? "" : fmt::format(", {} of it for functions that were compiled before", again);
  Finding finding = Warning("recompiles", timings.run,
                            fmt::format("compiling after the warm-up takes {} in all{}{}{}", all,
                                        part, steps, WhatCompiles(profile, timings, {})),
                            "steps -select total_us,compile_us -order_by compile_us");
  finding.share = std::min(share, 1.0);
  finding.saves = of_step;
  return finding;
}

}  // namespace

Value CompilingToSave(const Profile& profile, const StepTimings& timings,
                      const std::vector<Compilation>& all) {
  if (timings.is_whole || timings.ids.empty()) return 0;
  if (!IsCompiledAgain(profile, timings, all)) return 0;
  const double sum = SumAfterWarmUp(profile, timings, AvoidableTimes(profile, timings, all));
  return static_cast<Value>(sum / static_cast<double>(timings.ids.size()));
}

CompilingLimits CompilingLimitsOf(const Query& query) {
  CompilingLimits limits;
  const std::vector<ThresholdValue> values = ThresholdValues(kHostChecker, query.advice);
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string_view name = kHostChecker.thresholds[i].name;
    if (name == kCompileHighName) limits.high = values[i].value;
    if (name == kCompileModerateName) limits.moderate = values[i].value;
    if (name == kRecompileName) limits.recompiled = values[i].value;
  }
  return limits;
}

CompilingTold CompilingToldOf(const StepTimings& timings, const CompilingLimits& limits) {
  const double share = timings.ShareOf(timings.Of(StepPart::kCompile)).share;
  if (share < limits.moderate) return CompilingTold::kRecompiled;
  return share >= limits.high ? CompilingTold::kHigh : CompilingTold::kModerate;
}

bool WarnsOfCompiling(const Selected& selected, const StepTimings& run,
                      const CompilingLimits& limits, const std::vector<const StepTime*>& steps) {
  if (!run.is_known() || run.is_whole) return false;
  const Profile& profile = selected.profile();
  std::set<StepId> ids;
  for (const StepTime* step : steps) ids.insert(step->steps.begin(), step->steps.end());
  const std::vector<size_t> after = StepsAfterWarmUp(profile, run);
  const bool compile = std::any_of(after.begin(), after.end(), [&](size_t i) {
    return run.Of(StepPart::kCompile)[i] > 0 && ids.contains(run.ids[i]);
  });
  const CompilingTold told = CompilingToldOf(run, limits);
  if (!compile || told == CompilingTold::kModerate) return false;
  const std::vector<Compilation> all = CompilationsIn(selected, run);
  return told == CompilingTold::kHigh
             ? CompilingToSave(profile, run, all) > 0
             : !RecompiledFindings(profile, run, all, limits.recompiled).empty();
}

std::string InCompilingSteps(const Profile& profile, const StepTimings& timings) {
  const std::vector<double>& times = timings.Of(StepPart::kCompile);
  // Several processes have steps of one number.
  std::set<int64_t> all, compiling;
  for (const StepId id : timings.ids) all.insert(profile.steps[id].number);
  for (const size_t i : StepsAfterWarmUp(profile, timings)) {
    if (times[i] > 0) compiling.insert(profile.steps[timings.ids[i]].number);
  }
  if (compiling.empty() || 2 * compiling.size() >= all.size()) return "";
  return fmt::format(
      ", in step{} {}", compiling.size() == 1 ? "" : "s",
      Listed(std::vector<int64_t>(compiling.begin(), compiling.end()), kMostCompiledNamed));
}

bool IsCompiledInMostSteps(const Profile& profile, const StepTimings& timings,
                           const std::vector<Compilation>& all) {
  const bool is_torch = all.empty() && FrameworkOf(profile) == Framework::kPyTorch;
  const size_t steps = is_torch      ? StepsThatCompile(timings)
                       : all.empty() ? 0
                                     : all.front().steps.size();
  return !timings.is_whole && steps > 1 && 2 * steps > timings.ids.size();
}

std::string CompilingCommand(const Compilation& one) { return TraceCommand(NameRegex(one.call)); }

std::vector<Finding> RecompiledFindings(const Profile& profile, const StepTimings& timings,
                                        const std::vector<Compilation>& all, double least) {
  std::vector<Finding> findings;
  if (timings.is_whole || timings.ids.empty()) return findings;
  if (all.empty() && FrameworkOf(profile) == Framework::kTensorFlow) {
    if (auto finding = RetracedFinding(profile, timings, least)) {
      findings.push_back(*std::move(finding));
    }
    return findings;
  }
  const double whole = std::accumulate(timings.totals.begin(), timings.totals.end(), 0.0);
  std::set<StepId> after;
  for (const size_t i : StepsAfterWarmUp(profile, timings)) after.insert(timings.ids[i]);
  for (const Compilation& one : all) {
    if (findings.size() == kMostCompiledNamed) break;
    const std::vector<CompiledIn> in = AfterWarmUp(after, one.steps);
    const std::vector<CompiledIn> before = AfterWarmUp(after, one.before);
    Int128 time = 0;
    for (const CompiledIn& step : in) time += step.time;
    for (const CompiledIn& step : before) time += step.time;
    if (time == 0 || static_cast<double>(time) < least * whole) continue;
    const Value of_step = static_cast<Value>(time / static_cast<int64_t>(timings.ids.size()));
    const std::string when =
        fmt::format("{}{}{}", in.empty() ? "" : "in " + NamedSteps(profile, in),
                    in.empty() || before.empty() ? "" : " and ",
                    before.empty() ? "" : "before " + NamedSteps(profile, before));
    const std::string function =
        timings.run.empty() ? one.function : fmt::format("{}: {}", timings.run, one.function);
    findings.push_back(Warning(
        "recompiles", one.function,
        fmt::format("{} compiles after the warm-up, {}{}, for {} in all{}: {}", function, when,
                    WhatChanges(profile, one), FormatMicros(time),
                    in.empty() ? fmt::format(" (between steps: {} for each of {})",
                                             FormatMicros(of_step), timings.ids.size())
                               : "",
                    WhyAndRemedy(profile, one, ", or compile ahead what runs now and then")),
        CompilingCommand(one)));
    findings.back().share = static_cast<double>(time) / whole;
    findings.back().saves = of_step;
  }
  return findings;
}

}  // namespace profiler
