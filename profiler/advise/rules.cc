#include "profiler/advise/facts/system_use.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerator_utilization.h"
#include "profiler/advise/rules/capture.h"
#include "profiler/advise/rules/expensive_operation.h"
#include "profiler/advise/rules/input_bound.h"
#include "profiler/advise/rules/job.h"
#include "profiler/advise/rules/launch_bound.h"
#include "profiler/advise/rules/memory.h"
#include "profiler/advise/rules/memory_copies.h"
#include "profiler/advise/rules/operation.h"
#include "profiler/advise/rules/parameter.h"
#include "profiler/advise/rules/placement.h"
#include "profiler/advise/rules/precision.h"
#include "profiler/advise/rules/step.h"
#include "profiler/advise/rules/synchronization.h"
#include "profiler/advise/rules/system_use.h"
#include "profiler/advise/rules/training_time.h"

namespace profiler {
namespace {

// Of the rules on system metrics.
constexpr Threshold kPatience = {
    "patience", 1000, "nodes with no more samples are not judged, and so many are not counted"};

}  // namespace

const std::vector<Rule>& AllRules() {
  static const std::vector<Rule> kRules = {
      {"AcceleratorUtilizationChecker",
       "how much of its span each accelerator worked",
       {{"low", 0.5, "a utilization below this, 0 to 1, is low", 1}},
       AcceleratorUtilization},
      {"OperationChecker", "ops for which a faster form is known", {}, Operation},
      {"ExpensiveOperationChecker",
       "where the time goes: op types, scopes, lines of Python",
       {{"code_us", 1000, "lines of Python that take less, in us of a step, are not told"}},
       ExpensiveOperation},
      {"CaptureChecker",
       "whether what was recorded of GPUs hangs together",
       {{"work_without_call", 0.1,
         "more than this share of GPU time, 0 to 1, has no recorded launch", 1},
        {"calls_without_work", 0.1,
         "more than this share of launches, 0 to 1, has no recorded kernel", 1}},
       CompleteCapture},
      {"LaunchChecker",
       "accelerators that wait for the host to launch their work",
       {{"waiting", 0.25, "more than this share of a device's time, 0 to 1, waits for launches", 1},
        {"gaps", 0.25, "... before more than this share of its kernels and copies, 0 to 1", 1},
        {"longest_gap_us", 1000, "in longer gaps, in us, the host does something else"}},
       LaunchBound},
      {"SynchronizationChecker",
       "where the host stops within a step until a device is done",
       {{"share", 0.05, "waiting within a step takes more than this share of it, 0 to 1", 1}},
       Synchronization},
      {"CopyChecker",
       "copies to devices from memory that is not page-locked",
       {{"share", 0.01, "such copies take more than this share of the devices' time, 0 to 1", 1},
        {"least_bytes", 1e6, "fewer bytes of them are not worth a warning"}},
       PageableCopies},
      {"JobChecker",
       "jobs of several workers: waiting for data, slow links, uneven load",
       {{"communication", 0.2, "communication alone takes more than this share of a step, 0 to 1",
         1},
        {"slow_link", 0.33, "a link slower than this share of the middle link's rate is slow"},
        {"small_transfer", 65536, "transfers of fewer bytes are small"},
        {"straggler", 0.2, "a worker works longer than the middle one by more than this share"},
        {"straggler_share", 0.05, "... and by more than this share of a step"},
        {"waited_for", 0.05,
         "others are in collectives longer than a rank by more than this share of a step, 0 to 1",
         1},
        {"imbalance", 1.5, "a parameter server has more than this many times the mean"}},
       Job},
      {"StepChecker",
       "steps against each other: warm-up, outliers, slow ones at regular intervals",
       {{"warm_up", 1.3, "steps at the start slower than this many medians warm up"},
        {"warm_up_share", 0.1, "warm-up that adds more than this share of the mean spoils it"},
        {"deviations", 3, "steps slower by more than this many deviations are slow"},
        {"slow", 1.2, "... if they are also slower than this many medians"},
        {"variation", 0.25, "standard deviation over mean of ordinary steps above this is high"}},
       Step},
      {"InputChecker",
       "how much of a step is waiting for input",
       {{"moderate", 0.05, "above this share of a step it is moderately input bound, 0 to 1", 1},
        {"high", 0.2, "above this share of a step it is highly input bound, 0 to 1", 1}},
       InputBound},
      {"PlacementChecker",
       "ops and variables on the host that ops on accelerators wait for",
       {{"copies", 2, "fewer copies in a step between accelerator ops are not worth a warning"},
        {"least_bytes", 65,
         "smaller tensors are not copied: accelerators' ops take them from the host"},
        {"host_share", 0.5, "ops placed on the host take more than this share of op time, 0 to 1",
         1}},
       Placement},
      {"MemoryChecker",
       "what holds the memory at its peak, what is kept for long, what stays free",
       {{"headroom", 0.1, "free memory below this share of the device's, 0 to 1, is low", 1},
        {"kept_share", 0.5, "an allocation held for more than this share of a step is kept long"},
        {"kept_bytes", 1e6, "smaller allocations, in bytes, are not told of"}},
       Memory},
      {"PrecisionChecker",
       "how much of the compute time on accelerators is in 16 bit",
       {{"low", 0.1, "a share of 16-bit compute time below this, 0 to 1, is little", 1}},
       Precision16},
      {"ParameterChecker",
       "the biggest variables, those without a gradient, the optimizer's slots",
       {{"no_gradient", 0, "a share of trainable parameters without gradient above this warns"},
        {"slots", 0.7, "a share of slots in all variables above this, 0 to 1, is much", 1}},
       Parameters},
      {"LowGPUUtilization",
       "GPUs that are used little, or by fits and starts (SageMaker Debugger's rule)",
       {{"threshold_p95", 70,
         "a GPU of whose samples 95% are below this, in percent, is used little"},
        {"threshold_p5", 10, "... or by fits and starts if 5% are below this"},
        {"window", 500, "how many samples, the last ones, count"},
        kPatience},
       LowGpuUtilization,
       HasSystemUse},
      {"BatchSize",
       "nodes that a bigger batch would fit on (SageMaker Debugger's rule)",
       {{"cpu_threshold_p95", 70, "95% of the samples of processors are below this, in percent"},
        {"gpu_threshold_p95", 70, "... those of all GPUs below this"},
        {"gpu_memory_threshold_p95", 70, "... and those of their memory below this"},
        {"window", 500, "how many samples, the last ones, count"},
        kPatience},
       BatchSize,
       HasSystemUse},
      {"CPUBottleneck",
       "GPUs that wait for processors (SageMaker Debugger's rule)",
       {{"threshold", 50, "at more than this part of the samples, in percent"},
        {"gpu_threshold", 10, "... a GPU is below this, in percent"},
        {"cpu_threshold", 90, "... while processors are above this, in percent"},
        kPatience},
       CpuBottleneck,
       HasSystemUse},
      {"IOBottleneck",
       "GPUs that wait for input and output (SageMaker Debugger's rule)",
       {{"threshold", 50, "at more than this part of the samples, in percent"},
        {"gpu_threshold", 10, "... a GPU is below this, in percent"},
        {"io_threshold", 50, "... while waiting for I/O is above this, in percent"},
        kPatience},
       IoBottleneck,
       HasSystemUse},
      {"GPUMemoryIncrease",
       "GPUs whose memory fills up (SageMaker Debugger's rule)",
       {{"increase", 5, "the mean grows by more than this, in points of percent"},
        {"window", 10, "... from so many samples to the next so many"},
        kPatience},
       GpuMemoryIncrease,
       HasSystemUse},
      {"LoadBalancing",
       "GPUs of a node that are used unlike each other (SageMaker Debugger's rule)",
       {{"threshold", 0.5, "two histograms of utilization differ by more than this, 0 to 1", 1},
        kPatience},
       LoadBalancing,
       HasSystemUse},
      {"StepOutlier",
       "steps of one mode that take much longer than the others (SageMaker Debugger's rule)",
       {{"stddev", 3, "steps longer than the mean by more than so many deviations are outliers"},
        {"n_outliers", 10, "so many of them are not told"}},
       StepOutlier,
       HasSystemUse},
      {"MaxInitializationTime",
       "a first step that comes late (SageMaker Debugger's rule)",
       {{"threshold", 20, "it begins later than this, in minutes"}},
       MaxInitializationTime,
       HasSystemUse},
  };
  return kRules;
}

}  // namespace profiler
