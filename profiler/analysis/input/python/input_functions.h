#ifndef PROFILER_ANALYSIS_INPUT_PYTHON_INPUT_FUNCTIONS_H_
#define PROFILER_ANALYSIS_INPUT_PYTHON_INPUT_FUNCTIONS_H_

#include <cstdint>
#include <map>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Sums the time of the outermost Python functions and users' marks that read or make input, in
// picoseconds.
class InputFunctions {
 public:
  explicit InputFunctions(const Profile& profile);

  // Adds an event of a step, which has an op. `reads_result`: as ResultReads finds it.
  void Add(const Events& events, uint32_t event, bool reads_result);
  // Adds the event, too, which is in a wait, or is one. `waits` tells by op whether it waits for
  // input.
  void AddInWait(const Events& events, uint32_t event, const std::vector<char>& waits);

  const std::map<StringId, Int128>& times() const { return times_; }
  // Of these the time in which they wait for another thread or process, or sleep.
  const std::map<StringId, Int128>& asleep() const { return asleep_; }
  // The outermost functions of the user's in waits.
  const std::map<StringId, Int128>& in_waits() const { return in_waits_; }
  // The time in which other Python waits for another thread or process.
  Int128 thread_waits() const { return thread_waits_; }

  // By op: whether it is a function in which Python waits for a thread, and one of the user's.
  const std::vector<char>& sleeps() const { return sleeps_; }
  const std::vector<char>& are_users() const { return are_users_; }

 private:
  bool MakesInput(const Events& events, uint32_t event) const;
  void AddFunction(const Events& events, uint32_t event);
  void AddSleep(const Events& events, uint32_t event);

  const Profile& profile_;
  std::vector<char> are_input_code_, sleeps_, are_users_, joins_;  // indexed by op
  std::map<StringId, Int128> times_, asleep_, in_waits_;
  Int128 thread_waits_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PYTHON_INPUT_FUNCTIONS_H_
