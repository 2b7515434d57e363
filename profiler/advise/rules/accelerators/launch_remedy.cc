#include "profiler/advise/rules/accelerators/launch_remedy.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/slow_launches.h"
#include "profiler/analysis/accelerators/launches/size_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/code/parameter_ops.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

bool HasFusedOptimizer(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [&](const OpRow& op) { return WorksOnParameters(profile.strings[op.name]); });
}

// Whether nearly all that the device runs are kernels of compiled programs with many of them each,
// one after the other of the same program: then gaps are within programs.
bool RunsWithinPrograms(const Profile& profile, const LateLaunches& device) {
  constexpr size_t kMany = 10;  // instructions of a program
  if (!device.device.valid() || profile.devices[device.device].kind != DeviceKind::kGpu)
    return false;
  std::vector<char> is_seen(profile.op_count());
  std::map<ModuleId, size_t> ops_of;
  std::map<ModuleId, int64_t> within;
  int64_t all = 0;
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    if (track.row.device != device.device || track.row.source != device.source) continue;
    ModuleId before;
    for (const OpId op : track.events.op) {
      const ModuleId module = op.valid() ? profile.ops.row[op].module : ModuleId();
      ++all;
      if (module.valid()) {
        if (std::exchange(is_seen[op.row()], 1) == 0) ++ops_of[module];
        if (module == before) ++within[module];
      }
      before = module;
    }
  }
  int64_t in_large = 0;
  for (const auto& [module, count] : within) in_large += ops_of[module] >= kMany ? count : 0;
  return all > 0 && 10 * in_large >= 9 * all;
}

constexpr std::string_view kWithinPrograms =
    "the kernels are of compiled programs already, so a larger jax.jit changes little. A bigger "
    "batch, fewer and larger kernels (fusions), or CUDA graphs: XLA_FLAGS with "
    "--xla_gpu_enable_command_buffer=FUSION,CUBLAS,CUBLASLT,CUDNN,CUSTOM_CALL. XLA makes graphs of "
    "most programs by default, but none while a profiler records, unless "
    "--xla_enable_command_buffers_during_profiling=true: record with that first";

constexpr std::string_view kSizesOfValues =
    "first do without ops whose results have sizes that depend on values, such as nonzero, "
    "torch.where(mask) and indexing with a mask (torch.where(mask, a, b) keeps the size): the host "
    "waits for these sizes (SynchronizationChecker), which rules out CUDA graphs. Then a bigger "
    "batch, torch.compile";

}  // namespace

std::string_view HowToLaunchLess(const Profile& profile, const LateLaunches& device) {
  switch (FrameworkOf(profile)) {
    case Framework::kPyTorch:
      if (WaitsForSizes(profile)) return kSizesOfValues;
      if (IsCompiledInPyTorch(profile)) {
        return "a bigger batch, CUDA graphs (torch.compile's mode=\"reduce-overhead\"), fewer "
               "graph breaks";
      }
      return TrainsInPyTorch(profile) && !HasFusedOptimizer(profile)
                 ? "a bigger batch, fused or foreach optimizers, torch.compile, CUDA graphs "
                   "(mode=\"reduce-overhead\")"
                 : "a bigger batch, torch.compile, CUDA graphs (mode=\"reduce-overhead\")";
    case Framework::kTensorFlow:
      return "a bigger batch, the whole step in one tf.function, XLA (jit_compile=True)";
    case Framework::kJax:
      if (RunsWithinPrograms(profile, device)) return kWithinPrograms;
      return "a bigger batch, the whole step in one jax.jit, several steps in one lax.scan";
    case Framework::kUnknown:
      break;
  }
  return "a bigger batch, fused ops, a compiled step";
}

std::string SlowHostText(const InputOf<LaunchThresholds>& input, const LateLaunches& bound,
                         const std::vector<LateLaunches>& devices, const AllLaunches& launches) {
  const auto own = launches.by_device.find({bound.source, bound.device});
  if (own == launches.by_device.end()) return "";
  const auto calls_of = [](const LaunchTimes& times) {
    return static_cast<double>(times.kernel_calls);
  };
  const Runs runs = RunsOf(input.profile());
  std::vector<double> calls;
  std::set<SourceId> processes;
  size_t waiting = 0;
  for (const LateLaunches& other : devices) {
    const auto of_other = launches.by_device.find({other.source, other.device});
    if (of_other == launches.by_device.end() || other.source == bound.source) continue;
    if (runs.of_source[other.source.row()] != runs.of_source[bound.source.row()]) continue;
    if (!LaunchAsMuch(calls_of(own->second), calls_of(of_other->second))) continue;
    if (Share(other.short_gaps.time, other.span) > input.thresholds.waiting) {
      ++waiting;
      continue;
    }
    calls.push_back(MeanCall(of_other->second));
    processes.insert(other.source);
  }
  if (calls.empty() || calls.size() < waiting) return "";
  const double of_others = UpperMedian(calls), of_own = MeanCall(own->second);
  if (!IsSlower(of_own, of_others)) return "";
  return fmt::format(
      ". {} for them, as a launch takes {} there, {:.1f} times less: {}",
      processes.size() == 1 ? "Another process launches as many kernels and does not wait"
                            : "Other processes launch as many kernels and do not wait",
      FormatMicros(static_cast<Value>(of_others)), of_own / of_others, kSlowLaunchRemedy);
}

std::string OptimizerOnHostText(const Profile& profile, const LateLaunches& most) {
  if (!most.host_op.valid() || 2 * most.host_op_time < most.long_gaps.time) return "";
  if (ParameterOpOf(profile.strings[most.host_op]) != ParameterOp::kFused) return "";
  for (const ExecRow& row : profile.execs().row.values()) {
    const bool is_it = row.op.valid() && profile.ops.row[row.op].name == most.host_op;
    if (is_it && row.accelerator_time > 0) return "";
  }
  return ": that is the optimizer, which updates parameters on the CPU, as where they are "
         "offloaded. "
         "Where devices have the memory, keep parameters and the optimizer's state there; else let "
         "the update overlap with their work, or use more threads of the CPU for it";
}

}  // namespace profiler
