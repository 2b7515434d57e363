#ifndef PROFILER_ANALYSIS_ACCELERATORS_IDLE_AFTER_H_
#define PROFILER_ANALYSIS_ACCELERATORS_IDLE_AFTER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/analysis/time/long_work.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Why no device is idle because of a wait.
enum class AfterWait : uint8_t {
  kUnknown,
  kNothing,      // no work follows it
  kQueued,       // the device has more work, launched before the wait ended
  kWasDone,      // the device was idle before the wait began
  kHostWorks,    // the host does other work, for which the device waits
  kOutsideSteps  // the device is idle, but in no step that counts
};
inline constexpr size_t kAfterWaitCount = 6;

// When devices are idle because a host waited for them. The device works on meanwhile if the host
// launched enough before; then the wait costs nothing.
class IdleAfter {
 public:
  explicit IdleAfter(const Profile& profile);

  // The time in which the device of the waiting thread is idle after the wait, from the end of its
  // work, which the wait lasted for, to the first work launched after the wait. Without waits for
  // input and other long work of the host in that time, which have another cause. Empty if the
  // device was done before the wait, if it works on, or if what it works on next was launched
  // before the wait ended. Sorted and disjoint.
  std::vector<Interval> Wait(EventId wait) const;

  // Why the device is not idle because of the wait, where it is not in the steps that count.
  AfterWait WhyNotIdle(EventId wait) const;

  // Which times count.
  struct Limits {
    int64_t until = 0;                     // only before that
    Int128 most = 0;                       // picoseconds in all
    const std::vector<Interval>& counted;  // within these, sorted and disjoint
  };
  // The times after the wait in which the device has nothing queued while the waiting thread makes
  // input itself: without the wait it would do so while the device works. Empty where the wait left
  // no device idle. Sorted and disjoint.
  std::vector<Interval> MakingInput(EventId wait, const Limits& limits) const;

  // Of the time from the end of the device's work to the first work launched after the wait, that
  // in which the waiting thread does other long work that makes no input, up to `most` picoseconds:
  // without the wait it could do so while the device works. Empty where the wait left no device
  // idle. Sorted and disjoint.
  std::vector<Interval> DoingOtherWork(EventId wait, Int128 most) const;
  // Adds for how long which op, function or mark of the waiting thread runs itself in these times.
  void AddOtherWork(EventId wait, const std::vector<Interval>& times,
                    std::map<StringId, Int128>& of_name) const {
    long_work_.AddInnermost(wait.track, times, of_name);
  }

  // The later times, before `until`, in which the device has nothing queued: until the host is
  // ahead again as it was before the wait. Up to `most` picoseconds in all, as without the wait it
  // would be ahead by no more. Without long work of the host. Empty if Wait() is. Sorted and
  // disjoint.
  std::vector<Interval> Later(EventId wait, int64_t until, Int128 most) const;

 private:
  struct Work {
    int64_t begin = 0, end = 0;
    EventId call;  // that launched it; invalid if unknown
  };
  // What a device, or all devices of a source, worked on, sorted by begin.
  struct Queue {
    std::vector<Work> works;
    std::vector<int64_t> done;  // by work: when it and all that began before it ended
  };
  struct Launch {
    uint32_t call = 0;  // row of the thread's track
    DeviceId device;
  };

  // A wait that left a device idle.
  struct Drained {
    const Queue* queue = nullptr;
    size_t next = 0;   // the first work after the wait
    int64_t done = 0;  // when the work before it was
  };

  static void Sort(Queue& queue);
  std::optional<Drained> DrainedBy(EventId wait) const;
  // The device that the thread launched work on last before the wait, else all of its source.
  const Queue* QueueOf(EventId wait) const;
  // When the work was launched; kUnknown if that was not recorded.
  int64_t LaunchTime(const Work& work) const;

  const Profile& profile_;
  const LongWork long_work_;
  std::map<DeviceId, Queue> of_device_;
  std::map<SourceId, Queue> of_source_;
  std::vector<std::vector<Launch>> launches_;  // by track, sorted by call
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_IDLE_AFTER_H_
