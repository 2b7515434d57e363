// How long a process that trains takes to receive batches from the workers of a DataLoader, and for
// Python of its own, such as a sampler, apart from waiting for the workers to make the batches.
#ifndef PROFILER_ANALYSIS_INPUT_BATCH_RECEIPTS_H_
#define PROFILER_ANALYSIS_INPUT_BATCH_RECEIPTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

class BatchReceipts {
 public:
  // Adds the wait for a batch that this event of a thread is. Both lists are indexed by op.
  void Add(const Profile& profile, const Events& events, uint32_t wait,
           const std::vector<char>& waits_for_threads, const std::vector<char>& is_users);

  // The time of all waits in which batches are received, in picoseconds. Of a wait in which
  // functions show when Python waits for a worker it is the rest, without MadeHere(). Else it is
  // what follows the first tensor of a wait, and as much before that tensor as one takes. A pause
  // between two tensors counts as long as four usual ones: it may be a wait for a further batch.
  Int128 Time() const;
  // The time of functions that the process that trains itself runs in its waits, in place of
  // receiving: the sampler, and what else is the user's. By the outermost function of the user's.
  const std::map<StringId, Int128>& MadeHere() const { return made_here_; }
  double TensorsOfAWait() const;                         // the mean
  bool has_functions() const { return has_functions_; }  // Python's, in any wait

 private:
  struct Wait {
    Interval time;
    // The ops that put an unpickled tensor on the memory that a worker shares, in order.
    std::vector<Interval> tensors;
    Int128 polled = 0;  // in which Python waits for a worker
    Int128 made_here = 0;
    bool has_functions = false;  // whether functions were recorded in it
  };

  void AddMadeHere(StringId function, Int128 time, Wait& wait);
  Int128 TimeOf(const Wait& wait, int64_t usual_pause) const;
  int64_t UsualPause() const;

  std::vector<Wait> waits_;
  std::map<StringId, Int128> made_here_;
  size_t tensors_ = 0;
  bool has_functions_ = false;
  bool polls_ = false;  // some function waits for a worker
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_BATCH_RECEIPTS_H_
