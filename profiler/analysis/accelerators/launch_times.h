// The time that hosts spend on launching work on accelerators, and the launch delays, for the view
// `launches` and for rules.
#ifndef PROFILER_ANALYSIS_ACCELERATORS_LAUNCH_TIMES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_LAUNCH_TIMES_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The launches by one op or call; times in picoseconds.
struct LaunchTimes {
  int64_t calls = 0;    // on the host
  int64_t work = 0;     // launched by the calls; one call may launch a graph of kernels
  int64_t kernels = 0;  // the part of `work` that is neither copies nor memsets
  // Kernels shorter than the call that launched them, or than their part of a call that launched a
  // graph of kernels.
  int64_t short_kernels = 0;
  Int128 call_time = 0, work_time = 0;
  Int128 kernel_call_time = 0, kernel_time = 0;  // of kernels and of the calls that launched them
  int64_t kernel_calls = 0;
  int64_t longest_kernel_call = 0;  // that does not wait for room in the queue
  // Of these calls, those that wait for room in the queue (QueueWaits), and their part of the
  // kernels.
  int64_t waiting_calls = 0, waiting_kernels = 0, waiting_short_kernels = 0;
  Int128 waiting_call_time = 0;
  // From the end of a call to the start of its work, summed; 0 for work that starts earlier.
  Int128 delay = 0;
  Int128 longest_delay = 0;

  // A launched event and its call.
  struct Launch {
    int64_t call_begin, call_time;
    int64_t works;  // what the call launched
    bool is_first;  // of its call, so the call is counted too
    int64_t begin, time;
    bool is_kernel, is_first_kernel;
    bool waits;  // the call, for room in the queue
  };
  void Add(const Launch& launch);
};

// The launches of one op, or of one call by an op.
struct LaunchesOfOp {
  StringId op;  // the framework's op; invalid if unknown
  LaunchTimes times;
  EventId call, work;  // the first call, and the first event that it launched
  // Whether all calls were made on one rank, and all launched events ran on one device name and one
  // stream name. If so, `call` and `work` give the rank, device and stream.
  bool one_rank = true, one_device = true, one_stream = true;
};

struct AllLaunches {
  // Only the requested list is filled.
  std::vector<LaunchesOfOp> by_op;    // by cost on the host, highest first, then by name
  std::vector<LaunchesOfOp> by_call;  // by time; `op` is the op of the first launched event
  LaunchTimes all;
  // By the source and the device of the work.
  std::map<std::pair<SourceId, DeviceId>, LaunchTimes> by_device;
  // The longest one that launched a kernel and did not wait for room in the queue; invalid if there
  // is none.
  EventId longest_call;
  StringId longest_op;  // of the kernel that it launched
  // Selected kernels and copies without a recorded launch; they are in neither list.
  int64_t without_call = 0;
  Int128 time_without_call = 0;
};

absl::StatusOr<AllLaunches> LaunchesByOp(const Selected& selected, RunContext& context);
// The same of the work of one device that a source recorded.
absl::StatusOr<AllLaunches> LaunchesOnDevice(const Selected& selected, SourceId source,
                                             DeviceId device, RunContext& context);
// The same of the work in selected steps: none that ran outside steps.
absl::StatusOr<AllLaunches> LaunchesInSteps(const Selected& selected, RunContext& context);
absl::StatusOr<AllLaunches> LaunchesByCall(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_LAUNCH_TIMES_H_
