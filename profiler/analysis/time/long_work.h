#ifndef PROFILER_ANALYSIS_TIME_LONG_WORK_H_
#define PROFILER_ANALYSIS_TIME_LONG_WORK_H_

#include <cstdint>
#include <map>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a host's thread does that is no part of launching.
class LongWork {
 public:
  explicit LongWork(const Profile& profile);

  // The time within `window`, in which the thread launches nothing, that has another cause than a
  // wait for a device before it: waits for input and code that makes it, which begin or end in it;
  // functions and marks of the user, and functions of libraries but those of models, that begin and
  // end in it and take more than 1 ms; and an op, a call of the runtime, or a user's mark of a part
  // of a step (of less than half of it) itself, without what is nested in it, for more than 1 ms.
  // Not waits for devices. Neither sorted nor united.
  std::vector<Interval> In(TrackId thread, Interval window) const;
  // Of that, the time that is not of input, nor of a library's function that only waits for other
  // threads, processes or the network.
  std::vector<Interval> WithoutInput(TrackId thread, Interval window) const;

  // Adds for how long which op, function or mark runs itself, and nothing in it, within `times`,
  // which must be sorted and disjoint.
  void AddInnermost(TrackId thread, const std::vector<Interval>& times,
                    std::map<StringId, Int128>& of_name) const;

  // The time within `window` in which the thread itself makes input: without waits for threads and
  // processes that make it, which work on meanwhile. Empty where such are known to make input.
  std::vector<Interval> MakingInput(TrackId thread, Interval window) const;
  bool is_made_elsewhere() const { return is_made_elsewhere_; }

 private:
  enum class Role : uint8_t {
    kNone,
    kWork,
    kInput,
    kUsersCode,
    kLibrarysCode,
    kOtherWait,   // a function that waits for other threads, processes, the network or a time
    kDeviceWait,  // only waits for a device
  };

  std::vector<Interval> InputIn(const Events& events, Interval window) const;
  std::vector<Interval> LongCalls(const Events& events, Interval window, bool with_waits) const;
  std::vector<Interval> OtherIn(const Events& events, Interval window, bool with_waits) const;
  bool WorksItself(const Events& events, uint32_t event) const;
  static Role RoleOf(const Profile& profile, const OpRow& op, bool is_users, bool is_framework_op);

  const Profile& profile_;
  std::vector<Role> roles_;         // by op
  std::vector<char> waits_;         // by op, whether its calls only wait
  bool is_made_elsewhere_ = false;  // in workers, or in a pipeline
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_LONG_WORK_H_
