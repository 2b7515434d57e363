#ifndef CLI_TIMING_H_
#define CLI_TIMING_H_

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace profiler {

// How long the parts of a command took, for -timing.
class Timing {
 public:
  using Clock = std::chrono::steady_clock;
  enum Part { kRead, kRecast, kQuery, kRender, kPartCount };

  // Ends the part that began at `start`, and says when it did.
  Clock::time_point Took(Part part, Clock::time_point start);

  // "timing: read 12.3 ms, query 1.2 ms, render 0.1 ms" of the parts since the last call; "" if
  // there were none.
  std::string Summary();

 private:
  std::optional<Clock::duration> took_[kPartCount];
};

}  // namespace profiler

#endif  // CLI_TIMING_H_
