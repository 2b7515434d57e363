#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/phases/eager_calls.h"
#include "profiler/analysis/phases/jit_calls.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

struct DispatchThresholds {
  Threshold calls = {"calls", 20, "compiled functions are called this many times a step or more"};
  Threshold share = {
      "share", 0.1,
      "... for this share of a step or more, with the Python between them that makes "
      "them, 0 to 1",
      1};
};

// Python between ops that takes less of the steps is not told.
constexpr double kTold = 0.05;

double PerStep(const JitUse& use, int64_t calls) {
  return static_cast<double>(calls) / static_cast<double>(use.steps);
}

Report DispatchEvidence(const Profile& profile, const JitUse& use) {
  using C = ColumnOf<JitCalls>;
  return EvidenceOf<JitCalls>(
      {
          C::Real("calls_per_step", Unit::kNone, "", "How often it was called.",
                  [&](const JitCalls& one) { return PerStep(use, one.calls); }),
          C::Number("total_us", Unit::kMicros, "", "The time of its calls in all steps.",
                    &JitCalls::time),
      },
      use.functions, [&](const JitCalls& one) { return JitFunction(profile.strings[one.name]); },
      "functions that take less time", kLittleEvidence);
}

// Of the functions that are called several times a step, as in a loop, the one that takes most; of
// none the one that takes most of all.
const JitCalls& MostInLoops(const JitUse& use) {
  const auto most = std::find_if(use.functions.begin(), use.functions.end(),
                                 [&](const JitCalls& one) { return PerStep(use, one.calls) >= 2; });
  return most == use.functions.end() ? use.functions.front() : *most;
}

// Whether several programs of the function were recorded, as of arguments of several shapes.
bool HasSeveralPrograms(const Profile& profile, std::string_view function) {
  const std::string name = fmt::format("jit_{}", function);
  const auto& modules = profile.modules.values();
  return std::count_if(modules.begin(), modules.end(), [&](const ModuleRow& module) {
           return profile.strings[module.name] == name;
         }) > 1;
}

// One function that is in a loop, or many that are a step which is not compiled.
std::string WhatToDo(const Profile& profile, const JitUse& use, const JitCaller& caller,
                     const JitCalls& all) {
  if (caller.name.valid()) {
    return fmt::format(
        "{} makes them: with the Python between them they take {:.0f}%; put it under jax.jit, so "
        "that it is one call",
        CallText(profile, caller.name), 100 * std::min(ShareOf(caller.time, use.time), 1.0));
  }
  const JitCalls& most = MostInLoops(use);
  const std::string_view function = JitFunction(profile.strings[most.name]);
  const bool is_one =
      2 * most.calls >= all.calls || (2 * most.time >= all.time && PerStep(use, most.calls) >= 2);
  if (!is_one) {
    return fmt::format(
        "they are of {} functions, such as {}{}: wrap the whole step in one jax.jit",
        use.functions.size(), function,
        caller.around_most.valid()
            ? fmt::format(", and most are made in {}", CallText(profile, caller.around_most))
            : "");
  }
  if (HasSeveralPrograms(profile, function)) {
    return fmt::format("call {} less often: put the code that calls it into one jax.jit{}",
                       function,
                       ChangedArgumentsOf(profile, fmt::format("jit_{}", function)).shapes.empty()
                           ? ""
                           : ", which then compiles once for all the shapes of its arguments");
  }
  return fmt::format(
      "call {} less often: put the loop around it into one jax.jit, as lax.scan or lax.fori_loop; "
      "where Python must run between its calls, call it for many values at once (jax.vmap), if "
      "memory holds them, and measure whether that is faster",
      function);
}

// What calls can save of a mean step, in picoseconds: no more than the host's work takes that no
// device hides.
Value SavedCalls(const RuleInput& input, double calls) {
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  if (!timings.ok()) return kAbsent;
  double exposed = 0;
  for (const StepTimings& run : **timings) {
    if (!run.is_known()) continue;
    const double host = MeanOf(run.Of(StepPart::kHostCompute)) +
                        MeanOf(run.Of(StepPart::kKernelLaunch)) + MeanOf(run.Unexplained());
    exposed = std::max(exposed, host);
  }
  const double saved = std::min(calls, exposed);
  return saved >= 1 ? static_cast<Value>(saved) : kAbsent;
}

// Of fewer calls or summaries no number a step is told.
constexpr double kFewOfStep = 0.1;

// Text such as "1 call a step", or "2 calls in 40 steps".
std::string CallsText(int64_t calls, size_t steps) {
  const double of_step = static_cast<double>(calls) / static_cast<double>(steps);
  if (of_step < kFewOfStep) {
    return fmt::format("{} call{} in {} steps", calls, calls == 1 ? "" : "s", steps);
  }
  return fmt::format("{:.{}f} call{} a step", of_step, of_step < 1 ? 1 : 0,
                     of_step < 1.5 ? "" : "s");
}

// Text such as "OneHot (1 call a step, 208.9 ms each) and Sum (...)".
std::string NamedOps(const EagerUse& use, size_t count) {
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i) {
    const EagerCalls& one = use.computing[i];
    names.push_back(fmt::format("{} ({}, {} each)", one.op, CallsText(one.calls, use.steps),
                                FormatMicros(one.time / one.calls)));
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

// Text such as ", such as summaries (8 written a step)"; none where hardly a step writes any.
std::string SuchAsSummaries(const EagerUse& use) {
  const double written = static_cast<double>(use.summaries) / static_cast<double>(use.steps);
  if (written < kFewOfStep) return "";
  return fmt::format(", such as summaries ({:.{}f} written a step)", written, written < 1 ? 1 : 0);
}

// What to do about ops that a graph would run.
std::string EagerRemedy(const EagerUse& use) {
  const std::string text =
      use.function.empty()
          ? "put the step into one tf.function, which runs them as a graph"
          : fmt::format("put what can be in a graph into {}, and run the rest in fewer steps",
                        use.function);
  return text + SuchAsSummaries(use);
}

// Eager ops that compute for long: to start them is the least of their time.
void JudgeLongEager(const InputOf<DispatchThresholds>& input, const EagerUse& use,
                    Verdict& verdict) {
  constexpr size_t kMostNamed = 2;
  const size_t count = std::min(use.computing.size(), kMostNamed);
  Int128 time = 0;
  for (size_t i = 0; i < count; ++i) time += use.computing[i].time;
  const double share = Share(time, use.time);
  if (count == 0 || share < input.thresholds.share) return;
  Finding& finding = verdict.findings.emplace_back();
  finding.id = "long_eager_ops";
  finding.text = fmt::format(
      "{} run{} eagerly and take{} {:.0f}% of the steps: {} for long, so a tf.function around {} "
      "saves little; look for what calls {}{}, and call it less often",
      NamedOps(use, count), count == 1 ? "s" : "", count == 1 ? "s" : "",
      100 * std::min(share, 1.0), count == 1 ? "it computes" : "they compute",
      count == 1 ? "it" : "them", count == 1 ? "it" : "them", SuchAsSummaries(use));
  finding.command =
      fmt::format("trace -show_name_regexes {} -order_by duration_us -top 20",
                  QuoteWord(NameRegex(fmt::format("EagerLocalExecute: {}", use.computing[0].op))));
  finding.share = std::min(share, 1.0);
}

// Ops that TensorFlow runs one by one, as Python calls them.
void JudgeEager(const InputOf<DispatchThresholds>& input, Verdict& verdict) {
  const EagerUse use = EagerUseInSteps(input.selected);
  if (use.steps == 0 || use.time <= 0) return;
  JudgeLongEager(input, use, verdict);
  const double per_step = static_cast<double>(use.calls) / static_cast<double>(use.steps);
  // Where most steps hold none, those that do may still be worth it.
  const bool is_of_some = use.dispatch.share < use.dispatch.mean_share / 2;
  const double share = is_of_some ? use.dispatch.mean_share : use.dispatch.share;
  const double between = is_of_some ? use.between.mean_share : use.between.share;
  if (per_step < input.thresholds.calls || share < input.thresholds.share) return;
  constexpr double kFar = 0.03;
  const bool is_far = share - use.dispatch.mean_share > kFar;
  verdict.findings.push_back(Warning(
      "eager_ops", "",
      fmt::format(
          "{:.0f} ops a step run eagerly, one by one as Python calls them{}, and take "
          "{:.0f}% of {}{}; {}",
          per_step,
          use.function.empty() ? ""
                               : fmt::format(", beside {}, which is a tf.function", use.function),
          100 * std::min(share, 1.0), is_far ? "a step (median)" : "the steps",
          between >= kTold ? fmt::format(", and the Python between them {:.0f}%", 100 * between)
                           : "",
          EagerRemedy(use)),
      "trace -show_name_regexes 'EagerLocalExecute: .*' -order_by duration_us -top 20"));
  verdict.findings.back().share = std::min(share + between, 1.0);
  const double of_steps = use.dispatch.mean_share + use.between.mean_share;
  verdict.findings.back().saves =
      SavedCalls(input, std::min(of_steps, 1.0) * static_cast<double>(use.time) /
                            static_cast<double>(use.steps));
}

absl::StatusOr<Verdict> JudgeDispatch(const InputOf<DispatchThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  Verdict verdict;
  JudgeEager(input, verdict);
  const JitUse use = JitUseInSteps(input.selected);
  if (use.steps == 0 || use.time <= 0) return verdict;
  JitCalls all;
  for (const JitCalls& one : use.functions) {
    all.calls += one.calls;
    all.time += one.time;
  }
  if (all.calls == 0) return verdict;
  const double per_step = PerStep(use, all.calls), share = ShareOf(all.time, use.time);
  if (per_step < input.thresholds.calls) return verdict;
  PROFILER_ASSIGN_OR_RETURN(const JitCaller caller,
                            CallerOfCalls(input.selected, use, input.context));
  // One call remains, and of a known caller no Python between calls. Python that takes as many
  // times as long as what it calls has work of its own, such as input.
  constexpr int64_t kMostAround = 25;
  const bool is_around = caller.time <= kMostAround * all.time;
  const Int128 time = is_around ? std::max(all.time, caller.time) : all.time;
  if (ShareOf(time, use.time) < input.thresholds.share) return verdict;
  const JitCalls& most = MostInLoops(use);
  verdict.findings.push_back(Warning(
      "many_calls", "",
      fmt::format(
          "{:.0f} calls a step of what JAX compiles, {} each, take {:.0f}% of the steps; {}",
          per_step, FormatMicros(all.time / all.calls), 100 * std::min(share, 1.0),
          WhatToDo(input.profile(), use, caller, all)),
      fmt::format("trace -show_name_regexes {} -top 10",
                  QuoteWord(NameRegex(input.profile().strings[most.name])))));
  verdict.findings.back().share = std::min(ShareOf(time, use.time), 1.0);
  verdict.findings.back().saves =
      SavedCalls(input, static_cast<double>(time) / static_cast<double>(use.steps) -
                            static_cast<double>(all.time) / static_cast<double>(all.calls));
  verdict.findings.back().evidence.push_back(DispatchEvidence(input.profile(), use));
  return verdict;
}

bool CallsCompiledOrEager(const Profile& profile) {
  if (profile.strings.Find(kEagerExecute).valid()) return true;
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [&](const OpRow& op) { return IsJitCall(profile.strings[op.name]); });
}

}  // namespace

extern const Rule kDispatchChecker = RuleOf<DispatchThresholds>{
    .name = "DispatchChecker",
    .summary =
        "many small calls of functions that JAX compiles, or ops that TensorFlow runs eagerly",
    .run = JudgeDispatch,
    .applies = CallsCompiledOrEager,
};

}  // namespace profiler
