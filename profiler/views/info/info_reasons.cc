#include "profiler/views/info/info_reasons.h"

#include <algorithm>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/values/tfprof_run_rules.h"

namespace profiler {
namespace {

// Messages for tfprof's own file.
constexpr MissingReasons kTfprof = {
    .nothing_ran =
        "no execution was recorded: no step was added to the profile; record it with "
        "RunOptions(trace_level=RunOptions.FULL_TRACE) and a RunMetadata",
    .memory =
        "no memory was recorded with the executions; record it with "
        "RunOptions(trace_level=RunOptions.FULL_TRACE) and a RunMetadata",
    .accelerator = "nothing ran on an accelerator",
    .parameters = "no op has the attribute `shape`, as variables have",
    .device =
        "no execution was recorded: no step was added to the profile; record it with "
        "RunOptions(trace_level=RunOptions.FULL_TRACE) and a RunMetadata",
    .types = "ops have no type",
    .shapes = "no op has inputs",
    .some_shapes =
        "the others have inputs of a shape that was not known when the graph was written",
    .float_ops = "no float operations were registered when the profile was written",
    .tensors = "no checkpoint was opened: give --checkpoint_path, with --graph_path",
    .stacks = "the profile was written without Python stacks",
};

MissingReasons OfRun(bool has_graph) {
  MissingReasons reasons = kTfprof;
  reasons.nothing_ran = reasons.device =
      "no step was opened: give its RunMetadata with --run_meta_path; record it with "
      "RunOptions(trace_level=RunOptions.FULL_TRACE) and a RunMetadata";
  if (!has_graph) {
    reasons.parameters = reasons.types = reasons.shapes =
        "no graph was opened: give it with --graph_path";
  }
  reasons.float_ops =
      "no op log with float operations was opened: write one with tfprof_logger.write_op_log and "
      "give it with --op_log_path";
  reasons.stacks =
      "no op log with stacks was opened: write one with tfprof_logger.write_op_log and give it "
      "with --op_log_path";
  return reasons;
}

// For recorders whose options are not known, and for profiles of several of them.
MissingReasons OfOther() {
  MissingReasons reasons = kTfprof;
  reasons.nothing_ran = "no execution of an op was recorded";
  reasons.memory = "no memory was recorded with the executions";
  reasons.parameters = "the model's parameters were not recorded";
  reasons.device = "where ops were placed was not recorded";
  reasons.shapes = reasons.some_shapes = "no shapes of inputs were recorded";
  reasons.float_ops = "no float operations were recorded";
  reasons.tensors = "no tensors were recorded";
  reasons.stacks = "no Python stacks were recorded";
  return reasons;
}

// Phases of steps and system metrics: no ops.
MissingReasons OfPhases() {
  MissingReasons reasons = OfOther();
  reasons.nothing_ran =
      "no execution of an op was recorded: these are phases of steps; the framework's own profiler "
      "records ops";
  return reasons;
}

MissingReasons OfXSpace() {
  MissingReasons reasons = kTfprof;
  reasons.nothing_ran =
      "no execution was recorded; record while steps run, with tf.profiler.experimental or "
      "jax.profiler";
  reasons.memory = "an XSpace has no memory of executions";
  reasons.device = "an XSpace does not say where ops were placed";
  return reasons;
}

MissingReasons OfTrace() {
  MissingReasons reasons = kTfprof;
  reasons.nothing_ran = "no execution was recorded; record while steps run";
  reasons.memory = "a trace has no memory of executions";
  reasons.parameters = "traces have no model parameters";
  reasons.device = "a trace says where ops ran, not where they were placed";
  reasons.shapes = "a trace has no shapes of inputs";
  reasons.some_shapes =
      "of the others no shapes were recorded: they take no tensors, or are no ops";
  reasons.float_ops = "a trace has no float operations";
  reasons.tensors = "a trace holds no tensors";
  reasons.stacks = "the trace was written without Python stacks";
  return reasons;
}

MissingReasons OfPyTorch(bool has_allocations) {
  MissingReasons reasons = OfTrace();
  reasons.nothing_ran =
      "no execution was recorded; record while steps run, with torch.profiler.profile";
  reasons.memory =
      has_allocations
          ? "the trace has single allocations, and no memory of executions: `memory` shows those"
          : "no allocation was recorded: profile(profile_memory=True) records them";
  reasons.accelerator =
      "nothing that ran on an accelerator was recorded: profile(activities=[ProfilerActivity.CPU, "
      "ProfilerActivity.CUDA]) records GPUs";
  reasons.shapes = "no shapes were recorded: profile(record_shapes=True) records them";
  reasons.float_ops =
      "torch.profiler writes none into traces: with_flops=True shows them in "
      "key_averages().table() "
      "only";
  reasons.stacks = "no Python stacks were recorded: profile(with_stack=True) records them";
  return reasons;
}

// Whether it holds for all sources but metrics that stand beside a profile.
template <typename Holds>
bool HoldsForAll(const Profile& profile, const Holds& holds) {
  bool any = false;
  for (const SourceRow& source : profile.sources.values()) {
    if (source.is_beside_profile) continue;
    if (!holds(source)) return false;
    any = true;
  }
  return any;
}

bool AllAreOf(Recorder recorder, const Profile& profile) {
  return HoldsForAll(profile, [&](const SourceRow& source) { return source.recorder == recorder; });
}

// Traces lack what the format cannot hold, whoever recorded them.
bool AllAreTraces(const Profile& profile) {
  return HoldsForAll(profile, [](const SourceRow& source) { return source.has_kineto_names; });
}

bool HasOpsOfPyTorch(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    return profile.strings[op.name].starts_with("aten::");
  });
}

}  // namespace

MissingReasons ReasonsFor(const Profile& profile, bool has_graph, bool has_inputs) {
  if (AllAreTraces(profile)) {
    if (!HasOpsOfPyTorch(profile)) return OfTrace();
    MissingReasons reasons = OfPyTorch(!profile.allocations.empty());
    // Stores of older versions have no memory, whatever was recorded.
    if (profile.allocations.empty() && LacksAllEvents(profile)) {
      reasons.memory =
          "the store was written without events and has no memory: open the full profile";
    }
    return reasons;
  }
  const bool is_run = HasTensorFlowRun(profile);
  MissingReasons reasons = kTfprof;
  if (is_run) {
    reasons = OfRun(has_graph);
  } else if (AllAreOf(Recorder::kXprof, profile)) {
    reasons = OfXSpace();
  } else if (AllAreOf(Recorder::kOther, profile)) {
    reasons = HasPhases(profile) ? OfPhases() : OfOther();
  } else if (!AllAreOf(Recorder::kSession, profile)) {
    reasons = OfOther();
  }
  if (has_inputs && (has_graph || !is_run)) {
    reasons.shapes =
        "the graph was written without shapes: write it with as_graph_def(add_shapes=True)";
  }
  return reasons;
}

}  // namespace profiler
