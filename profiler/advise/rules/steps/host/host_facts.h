#ifndef PROFILER_ADVISE_RULES_STEPS_HOST_HOST_FACTS_H_
#define PROFILER_ADVISE_RULES_STEPS_HOST_HOST_FACTS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/compiling.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/instructions/op_loops.h"
#include "profiler/analysis/memory/program_copies.h"
#include "profiler/analysis/phases/host_ops/seldom_op.h"
#include "profiler/analysis/phases/host_ops/top_host_op.h"
#include "profiler/analysis/phases/host_ops/top_mark.h"
#include "profiler/analysis/phases/host_ops/top_runtime_call.h"
#include "profiler/analysis/phases/result_waits.h"
#include "profiler/analysis/phases/top_function.h"
#include "profiler/analysis/steps/code/beside_training.h"
#include "profiler/analysis/steps/code/optimizer_use.h"
#include "profiler/analysis/steps/code/python_work.h"
#include "profiler/analysis/steps/code/recomputed.h"
#include "profiler/analysis/steps/code/rematerialized.h"
#include "profiler/analysis/steps/code/small_ops.h"
#include "profiler/analysis/steps/code/starved_threads.h"
#include "profiler/analysis/steps/step_timings.h"

namespace profiler {

// From this share of the steps on, what Python does is named beside the host's
// ops.
constexpr double kMuchPython = 0.25;

struct HostThresholds {
  Threshold host = {"host", 0.5,
                    "from this share of a step in host compute it is host-bound, 0 to 1", 1};
  // Those of `output` are xprof's.
  Threshold output_high = {"output_high", 0.2, "from this share of a step output is high, 0 to 1",
                           1};
  Threshold output_moderate = {"output_moderate", 0.05, "... and moderate, 0 to 1", 1};
  Threshold compile_high = {kCompileHighName, kCompileHigh,
                            "from this share of a step compiling is high, 0 to 1", 1};
  Threshold compile_moderate = {kCompileModerateName, kCompileModerate, "... and moderate, 0 to 1",
                                1};
  Threshold recompile = {kRecompileName, kRecompiled,
                         "a function that is compiled after the warm-up for this share of the time "
                         "of all steps is told, 0 to 1",
                         1};
  Threshold python = {"python", 0.1,
                      "Python that runs no op is told from this share of the steps, 0 to 1", 1};
  Threshold python_high = {"python_high", kMuchPython, "... and is a warning, 0 to 1", 1};
  Threshold mark = {"mark", 0.5,
                    "where steps are host-bound, your mark is told from this share of them, 0 to 1",
                    1};
  Threshold idle_mark = {"idle_mark", 0.1,
                         "your mark in which devices idle is told from this share of the steps, 0 "
                         "to 1",
                         1};
  Threshold function = {"function", 0.5,
                        "without devices: a function of yours beside the training is a warning "
                        "from this share of the steps, 0 to 1",
                        1};
  Threshold small_ops = {
      "small_ops", 5000,
      "without devices: so many ops of a step or more, most of one function, are "
      "a warning if they are small"};
  Threshold starved = {
      "starved", 0.25,
      "without devices: CPU ops that wait for threads are a warning from this share of a step, 0 "
      "to 1",
      1};
  Threshold optimizer = {"optimizer", 0.3,
                         "an optimizer is told from this share of the time of kernels, or without "
                         "devices of a step, 0 to 1",
                         1};
  Threshold optimizer_high = {
      "optimizer_high", 0.5, "... and without devices is a warning if it can be faster, 0 to 1", 1};
  Threshold optimizer_copies = {"optimizer_copies", 0.05,
                                "copies to devices of what an optimizer updates on the host are a "
                                "warning from this share of a step, 0 to 1",
                                1};
};

inline PartShare HostShare(const StepTimings& timings) {
  return timings.ShareOf(timings.Of(StepPart::kHostCompute));
}

inline PartShare OutputShare(const StepTimings& timings) {
  return timings.ShareOf(timings.Of(StepPart::kOutput));
}

// What is said of host-bound steps, of all runs together.
struct HostFacts {
  bool has_devices = false;
  bool lists_accelerators = false;  // a file names some
  TopHostOp top;                    // also where devices idle in marks of users that may take much
  TopFunction function;
  TopRuntimeCall runtime;        // only where there are devices
  BesideTraining beside;         // of the only run, where it takes `function` of the steps
  TopMark mark;                  // of the only run
  SeldomOp seldom;               // of the only run, if it has no steps
  SharedCopies copies;           // null where output is little
  ProgramCopies program_copies;  // of all runs; none where both are little
  ResultWaits waits;             // only where there are no devices: other rules tell of these
  std::vector<PythonWork> python;
  bool is_python_slowed = false;  // by the recorder of Python, for most of its time
  std::vector<OpLoop> loops;      // only where there are no devices
  SmallOps small_ops;
  // Of PyTorch's ops, where there are no devices.
  StarvedThreads starved;
  OptimizerUse optimizer;  // of the only run
  Recomputed recomputed;   // the same
  Rematerialized remat;    // the same
};

// Only what needs no host-bound run if there is none: the rest looks at all events.
absl::StatusOr<HostFacts> HostFactsOf(const InputOf<HostThresholds>& input,
                                      const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_HOST_HOST_FACTS_H_
