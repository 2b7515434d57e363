#include "profiler/advise/rules/steps/host/host_facts.h"

#include <algorithm>
#include <map>
#include <vector>

#include "profiler/advise/rules/accelerators/recording_cost.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Whether host compute takes `least` of the steps of some rank: most others may have none.
bool IsMuchOfSomeRank(const Profile& profile, const StepTimings& run, double least) {
  struct Steps {
    std::vector<double> host, totals;
  };
  std::map<SourceId, Steps> of_source;
  const std::vector<double>& host = run.Of(StepPart::kHostCompute);
  for (size_t i = 0; i < run.ids.size(); ++i) {
    Steps& steps = of_source[profile.steps[run.ids[i]].source];
    steps.host.push_back(host[i]);
    steps.totals.push_back(run.totals[i]);
  }
  return std::any_of(of_source.begin(), of_source.end(), [&](const auto& one) {
    return ShareOfSteps(one.second.host, one.second.totals).share >= least;
  });
}

// The time of Python that no device hides is part of that.
bool MayHavePython(const InputOf<HostThresholds>& input, const std::vector<StepTimings>& runs) {
  return runs.size() == 1 && runs.front().is_known() && !runs.front().is_whole &&
         (HostShare(runs.front()).share >= input.thresholds.python ||
          IsMuchOfSomeRank(input.profile(), runs.front(), input.thresholds.python));
}

// A mark of users in which devices idle is host compute, too.
bool MayHaveIdleMark(const InputOf<HostThresholds>& input, const std::vector<StepTimings>& runs) {
  return runs.size() == 1 && runs.front().is_known() && !runs.front().is_whole &&
         HostShare(runs.front()).share >= input.thresholds.idle_mark &&
         input.profile().strings.Find(kUserMarkType).valid();
}

// Of the only run, without devices.
absl::Status AddBesideTraining(const InputOf<HostThresholds>& input,
                               const std::vector<StepTimings>& runs, HostFacts& facts) {
  const BesideTraining beside = FindBesideTraining(input.selected, runs);
  if (!beside.name.valid() || beside.of_steps < input.thresholds.function) return absl::OkStatus();
  // Recording slows functions of Python more than ops.
  PROFILER_ASSIGN_OR_RETURN(const auto recording, FindHostRecordingCost(input));
  if (!MaySlowPython(recording)) facts.beside = beside;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<HostFacts> HostFactsOf(const InputOf<HostThresholds>& input,
                                      const std::vector<StepTimings>& runs) {
  HostFacts facts;
  PROFILER_ASSIGN_OR_RETURN(const auto devices, SharedBusyDevices(input.selected, input.context));
  facts.has_devices = !devices->empty();
  facts.lists_accelerators = ListsAccelerators(input.profile());
  if (MayHavePython(input, runs)) {
    facts.python = PythonWorkIn(input.selected, runs, input.thresholds.python);
    if (!facts.python.empty()) {
      PROFILER_ASSIGN_OR_RETURN(const auto recording, FindHostRecordingCost(input));
      facts.is_python_slowed = MaySlowPython(recording);
    }
  }
  const bool has_output = std::any_of(runs.begin(), runs.end(), [&](const StepTimings& run) {
    return run.is_known() && OutputShare(run).share >= input.thresholds.output_moderate;
  });
  if (runs.size() == 1 && runs.front().is_known() && !runs.front().is_whole) {
    const bool are_copies_told =
        runs.front().ShareOf(runs.front().model_copies).share >= input.thresholds.optimizer_copies;
    facts.recomputed = RecomputedIn(input.selected, runs);
    facts.remat = RematerializedIn(input.selected, runs);
    facts.optimizer = OptimizerUseIn(input.selected, runs, has_output || are_copies_told);
  }
  const bool has_model_copies = std::any_of(runs.begin(), runs.end(), [&](const StepTimings& run) {
    return run.is_known() &&
           run.ShareOf(run.model_copies).share >= input.thresholds.output_moderate / 2;
  });
  if (has_output || has_model_copies) {
    PROFILER_ASSIGN_OR_RETURN(facts.program_copies, ProgramCopiesOf(input.selected, input.context));
  }
  if (has_output) {
    PROFILER_ASSIGN_OR_RETURN(facts.copies, SharedResultCopies(input.selected, input.context));
  }
  const bool is_needed = std::any_of(runs.begin(), runs.end(), [&](const StepTimings& run) {
    return run.is_known() && HostShare(run).share >= input.thresholds.host;
  });
  if (is_needed || (facts.has_devices && MayHaveIdleMark(input, runs))) {
    PROFILER_ASSIGN_OR_RETURN(facts.top, FindTopHostOp(input.selected, runs, input.context));
  }
  if (!is_needed) return facts;
  facts.function = FindTopFunction(input.selected, runs);
  if (runs.size() == 1) facts.mark = FindTopMark(input.selected, runs);
  if (facts.has_devices) {
    facts.runtime = FindTopRuntimeCall(input.selected, runs);
    return facts;
  }
  facts.waits = FindResultWaits(input.selected, runs);
  if (runs.size() != 1) return facts;
  facts.loops = OpLoopsIn(input.selected, runs);
  if (runs.front().is_whole) {
    facts.seldom = FindSeldomOp(input.selected, runs.front());
  } else {
    if (FrameworkOf(input.profile()) == Framework::kPyTorch) {
      facts.starved = StarvedThreadsIn(input.selected, runs, input.thresholds.starved);
    }
    PROFILER_RETURN_IF_ERROR(AddBesideTraining(input, runs, facts));
    facts.small_ops = SmallOpsIn(input.selected, runs, input.thresholds.small_ops);
  }
  return facts;
}

}  // namespace profiler
