#include "profiler/advise/rules/steps/compiling_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/ops/framework_op.h"

namespace profiler {
namespace {

std::string_view RemedyOfArguments(const ChangedArguments& changed) {
  if (changed.types.empty()) return "pad or bucket its inputs";
  return changed.shapes.empty() ? "pass each argument in one dtype"
                                : "pad or bucket its inputs, and pass each argument in one dtype";
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

bool MakesPipelines(const Profile& profile, const StepTimings& timings,
                    const std::vector<Compilation>& all) {
  if (!all.empty() || FrameworkOf(profile) != Framework::kTensorFlow) return false;
  const TensorFlowCompilations found = TensorFlowCompilationsIn(profile, timings);
  return !TellsXla(found) && found.graphs.calls > 1 && found.graphs.is_of_pipelines;
}

std::string WhatChanges(const Profile& profile, const Compilation& one) {
  const ChangedArguments changed = ChangedArgumentsOf(profile, one.function);
  if (changed.empty()) return "";
  return fmt::format(" ({}{}{})", changed.shapes.empty() ? "" : "shapes change: " + changed.shapes,
                     changed.shapes.empty() || changed.types.empty() ? "" : "; ",
                     changed.types.empty() ? "" : "types change: " + changed.types);
}

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

bool TellsXla(const TensorFlowCompilations& found) {
  return found.by_xla.time > found.graphs.time && found.graphs.calls < found.by_xla.calls;
}

}  // namespace profiler
