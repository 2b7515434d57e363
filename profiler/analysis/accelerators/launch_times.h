// What starting work on accelerators cost the host: what `launches` shows and rules judge.
#ifndef PROFILER_ANALYSIS_ACCELERATORS_LAUNCH_TIMES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_LAUNCH_TIMES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Some launches; picoseconds.
struct LaunchTimes {
  int64_t calls = 0;          // on the host
  int64_t kernels = 0;        // what they started: a call may start a whole graph of kernels
  int64_t short_kernels = 0;  // took less time than the call that started them
  Int128 call_time = 0, kernel_time = 0;
  // From the end of a call to the begin of its kernel, 0 where that began before.
  Int128 delay = 0;
  Int128 longest_delay = 0;

  // A kernel's own; the call counts where it is the first kernel of it.
  void Add(int64_t call_begin, int64_t call_time, bool is_first, int64_t begin, int64_t time);
};

// Of one op, or of one call for it.
struct LaunchesOfOp {
  StringId op;  // the framework's op, or none
  LaunchTimes times;
  EventId call, work;  // the first call, and the first that it started
  // Whether all calls are of one rank, and all that they started ran on devices and streams of one
  // name: as those of `call` and `work`.
  bool one_rank = true, one_device = true, one_stream = true;
};

struct AllLaunches {
  // One of them, as was asked.
  std::vector<LaunchesOfOp> by_op;    // by what costs the host most, then by name
  std::vector<LaunchesOfOp> by_call;  // in the order of time; for the op of the first it started
  LaunchTimes all;
  // Selected work whose launch was not recorded: in neither of the above.
  int64_t without_call = 0;
  Int128 time_without_call = 0;
};

absl::StatusOr<AllLaunches> LaunchesByOp(const Selected& selected, RunContext& context);
absl::StatusOr<AllLaunches> LaunchesByCall(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_LAUNCH_TIMES_H_
