#ifndef PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// JAX's event in which Python gets the values of an array.
inline constexpr std::string_view kReadsJaxArray = "np.asarray(jax.Array)";

// XLA's event around the time until the threads of a compiled program on a CPU are done.
inline constexpr std::string_view kAwaitsProgram = "ThunkExecutor::Execute (wait for completion)";

// The one list of calls that wait, as recorders name them. Such time is never a cause: what the
// call waits for is.

// Whether a host event with this name does nothing but wait for devices, or for the threads that
// execute compiled programs in their place.
bool WaitsForDevice(std::string_view name);

// Whether a Python function with this name only waits for other threads, for processes, for the
// network or for a time, e.g. "threading.py(320): wait".
bool WaitsForThreads(std::string_view name);

// Whether that is for what the network brings.
bool WaitsForNetwork(std::string_view name);

// The same of the frame of such a function.
bool FrameWaitsForThreads(std::string_view file, std::string_view function);

// Whether all that an op of PyTorch does is to get values from a device.
bool OnlyFetches(std::string_view op);

inline bool OnlyWaits(std::string_view name) {
  return WaitsForDevice(name) || WaitsForThreads(name);
}

// By op, whether its calls only wait.
std::vector<char> WaitingOps(const Profile& profile);

// By event, the time in it in which the thread only waits. `waits` is WaitingOps().
std::vector<Int128> WaitsIn(const Events& events, const std::vector<char>& waits);

// The waits for devices on a host's thread. A wait is not part of the work time of the functions
// that enclose it. Events must be added in order.
class HostWaits {
 public:
  void Add(int64_t begin, int64_t end) { waits_.push_back({begin, end}); }
  bool empty() const { return waits_.empty(); }
  // Returns the parts of an event during which the thread does not wait.
  std::vector<Interval> Around(Interval event) const;

 private:
  std::vector<Interval> waits_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_
