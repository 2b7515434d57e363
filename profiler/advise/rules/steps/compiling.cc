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
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/graph_builds.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/text/listed.h"
#include "profiler/query/options/spelling.h"

namespace profiler {

extern const Rule kHostChecker;  // the rule that judges compiling

namespace {

constexpr size_t kMostCompiledNamed = 3;

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

// Why, where arguments tell.
std::string WhatChanges(const Profile& profile, const Compilation& one) {
  const ChangedArguments changed = ChangedArgumentsOf(profile, one.function);
  if (changed.empty()) return "";
  return fmt::format(" ({}{}{})", changed.shapes.empty() ? "" : "shapes change: " + changed.shapes,
                     changed.shapes.empty() || changed.types.empty() ? "" : "; ",
                     changed.types.empty() ? "" : "types change: " + changed.types);
}

std::string_view RemedyOfArguments(const ChangedArguments& changed) {
  if (changed.types.empty()) return "pad or bucket its inputs";
  return changed.shapes.empty() ? "pass each argument in one dtype"
                                : "pad or bucket its inputs, and pass each argument in one dtype";
}

// Text such as "it compiles again for each new shape ...: pad its inputs, OTHERS", with what else
// helps where shapes change.
std::string WhyAndRemedy(const Profile& profile, const Compilation& one, std::string_view others) {
  constexpr std::string_view kTells = "jax.config.jax_log_compiles tells what changes";
  if (AreDifferentPrograms(profile, one)) {
    return "these are different programs, such as the forward and the backward pass of a gradient, "
           "and each is compiled once: record after that, or let "
           "jax.config.jax_compilation_cache_dir keep them for the next run";
  }
  if (HasProgramsOfSameShapes(profile, one.function)) {
    return fmt::format(
        "its arguments keep their shapes, so a static argument changes, or each call is of a new "
        "function: call jax.jit once, outside of the loop, and pass what changes as an array; {}",
        kTells);
  }
  if (const ChangedArguments changed = ChangedArgumentsOf(profile, one.function);
      !changed.empty()) {
    return fmt::format("it compiles again for each new {}{}{} and static argument: {}{}; {}",
                       changed.shapes.empty() ? "" : "shape",
                       changed.shapes.empty() || changed.types.empty() ? "" : ", ",
                       changed.types.empty() ? "" : "dtype", RemedyOfArguments(changed), others,
                       kTells);
  }
  return fmt::format(
      "it compiles again for each new function, static argument and shape: call jax.jit once, "
      "outside of the loop, and pad or bucket inputs whose shapes vary{}; {}",
      others, kTells);
}

size_t StepsThatCompile(const StepTimings& timings) {
  const std::vector<double>& times = timings.Of(StepPart::kCompile);
  return static_cast<size_t>(
      std::count_if(times.begin(), times.end(), [](double time) { return time > 0; }));
}

// What torch.compile does in the steps, and what to do where it is not in the first ones alone.
std::string WhatTorchCompiles(const StepTimings& timings) {
  if (timings.is_whole) return ": once per program, and again for each new shape";
  const size_t count = StepsThatCompile(timings), all = timings.ids.size();
  std::string text =
      fmt::format(": torch.compile in {} of {} step{}", count, all, all == 1 ? "" : "s");
  if (count > 1) {
    text +=
        "; it compiles again where a shape of its inputs changes, or a value of Python that it "
        "guards, such as an attribute of the module: TORCH_LOGS=recompiles tells which. For shapes "
        "pad or bucket the inputs, or give it dynamic=True; make such a value a tensor, or keep it "
        "out of what is compiled";
  }
  return text;
}

std::string NameOf(const FunctionCompilations& one) {
  return one.function.empty() ? "a tf.function" : one.function;
}

// Text such as " in 8 of 8 steps".
std::string InSteps(const FunctionCompilations& one, const StepTimings& timings) {
  if (timings.is_whole) return one.calls > 1 ? fmt::format(" {} times", one.calls) : "";
  return fmt::format(" in {} of {} step{}", one.steps, timings.ids.size(),
                     timings.ids.size() == 1 ? "" : "s");
}

// Whether XLA takes most of the compiling, more often than graphs are built.
bool TellsXla(const TensorFlowCompilations& found) {
  return found.by_xla.time > found.graphs.time && found.graphs.calls < found.by_xla.calls;
}

// What takes most of the compiling: that Python builds graphs again, or that XLA compiles them.
std::string WhatTensorFlowCompiles(const Profile& profile, const StepTimings& timings) {
  const TensorFlowCompilations found = TensorFlowCompilationsIn(profile, timings);
  if (TellsXla(found)) {
    std::string text =
        fmt::format(": XLA compiles {}{}", NameOf(found.by_xla), InSteps(found.by_xla, timings));
    if (found.by_xla.calls <= 1) return text;
    return text +
           "; with jit_compile=True it compiles again for each new shape, whatever the "
           "input_signature: pad or bucket the inputs, or leave jit_compile=False where shapes "
           "vary";
  }
  std::string text = fmt::format(": the graph of {} is built{}", NameOf(found.graphs),
                                 InSteps(found.graphs, timings));
  if (found.graphs.calls == 0) text = "";
  if (found.graphs.calls == 1) return text;
  if (found.graphs.is_of_pipelines) {
    return fmt::format(
        ": functions of a tf.data pipeline, which is made anew{}; make it once, outside of the "
        "loop; Keras' predict() and evaluate() make one in each call: call "
        "model(x, training=False) instead, or predict() once for all samples",
        InSteps(found.graphs, timings));
  }
  if (found.graphs.is_made_anew) {
    return text +
           ", each time the first graph of a new tf.function; make the function once, outside of "
           "the loop";
  }
  return fmt::format(
      "{}{} a tf.function builds its graph again for each new shape, type and value of Python; "
      "pass tensors, and give it an input_signature or reduce_retracing=True",
      text, text.empty() ? ":" : ";");
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

}  // namespace

// The same of what TensorFlow compiles: graphs that are built again, which few steps do.
static std::optional<Finding> RetracedFinding(const Profile& profile, const StepTimings& timings,
                                              double least) {
  const std::string steps = InCompilingSteps(profile, timings);
  if (steps.empty()) return std::nullopt;
  // Several functions, each compiled once, as the first evaluation does, are none that is retraced.
  const TensorFlowCompilations found = TensorFlowCompilationsIn(profile, timings);
  if ((TellsXla(found) ? found.by_xla : found.graphs).steps_of_one < 2) return std::nullopt;
  const Value of_step = CompilingToSave(profile, timings, {});
  const double share = static_cast<double>(of_step) / timings.mean();
  if (of_step <= 0 || share < least) return std::nullopt;
  Finding finding =
      Warning("recompiles", timings.run,
              fmt::format("compiling after the warm-up takes {} in all{}{}",
                          FormatMicros(Int128{of_step} * static_cast<int64_t>(timings.ids.size())),
                          steps, WhatCompiles(profile, timings, {})),
              "steps -select total_us,compile_us -order_by compile_us");
  finding.share = std::min(share, 1.0);
  finding.saves = of_step;
  return finding;
}

Value CompilingToSave(const Profile& profile, const StepTimings& timings,
                      const std::vector<Compilation>& all) {
  if (timings.is_whole || timings.ids.empty()) return 0;
  if (!IsCompiledAgain(profile, timings, all)) return 0;
  const std::vector<double>& times = timings.Of(StepPart::kCompile);
  double sum = 0;
  for (const size_t i : StepsAfterWarmUp(profile, timings)) sum += times[i];
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

namespace {

// Text such as " in 3 of 8 steps"; of a function that only one of several processes compiles, " in
// 3 of 4 steps of worker-1".
std::string InHowManySteps(const Profile& profile, const StepTimings& timings,
                           const Compilation& one) {
  const auto source_of = [&](StepId step) { return profile.steps[step].source; };
  const SourceId first = one.steps.empty() ? SourceId() : source_of(one.steps.front().step);
  const bool is_of_one =
      first.valid() && std::all_of(one.steps.begin(), one.steps.end(), [&](const CompiledIn& in) {
        return source_of(in.step) == first;
      });
  const auto own =
      static_cast<size_t>(std::count_if(timings.ids.begin(), timings.ids.end(),
                                        [&](StepId step) { return source_of(step) == first; }));
  const bool names_process = is_of_one && own < timings.ids.size();
  const size_t all = names_process ? own : timings.ids.size();
  return fmt::format(" in {} of {} step{}{}", one.steps.size(), all, all == 1 ? "" : "s",
                     names_process ? " of " + ProcessName(profile, first) : "");
}

}  // namespace

std::string WhatCompiles(const Profile& profile, const StepTimings& timings,
                         const std::vector<Compilation>& all) {
  if (all.empty() && FrameworkOf(profile) == Framework::kTensorFlow) {
    return WhatTensorFlowCompiles(profile, timings);
  }
  if (all.empty() && FrameworkOf(profile) == Framework::kPyTorch) return WhatTorchCompiles(timings);
  if (all.empty()) return ": once per program, and again for each new shape";
  std::string text;
  for (size_t i = 0; i < std::min(all.size(), kMostCompiledNamed); ++i) {
    text += fmt::format("{}{}", i == 0 ? ": " : ", ", all[i].function);
    if (timings.is_whole) {  // has no steps
      if (all[i].calls > 1) text += fmt::format(" {} times", all[i].calls);
      continue;
    }
    text += InHowManySteps(profile, timings, all[i]);
  }
  const bool is_again = timings.is_whole ? all.front().calls > 1 : all.front().steps.size() > 1;
  if (!is_again) return text;
  return text + WhatChanges(profile, all.front()) + "; " + WhyAndRemedy(profile, all.front(), "");
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
    const std::string when =
        fmt::format("{}{}{}", in.empty() ? "" : "in " + NamedSteps(profile, in),
                    in.empty() || before.empty() ? "" : " and ",
                    before.empty() ? "" : "before " + NamedSteps(profile, before));
    const std::string function =
        timings.run.empty() ? one.function : fmt::format("{}: {}", timings.run, one.function);
    findings.push_back(Warning(
        "recompiles", one.function,
        fmt::format("{} compiles after the warm-up, {}{}, for {} in all: {}", function, when,
                    WhatChanges(profile, one), FormatMicros(time),
                    WhyAndRemedy(profile, one, ", or compile ahead what runs now and then")),
        CompilingCommand(one)));
    findings.back().share = static_cast<double>(time) / whole;
    findings.back().saves = static_cast<Value>(time) / static_cast<int64_t>(timings.ids.size());
  }
  return findings;
}

}  // namespace profiler
