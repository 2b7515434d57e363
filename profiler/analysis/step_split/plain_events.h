// Adds the plain events of a host's thread to their steps: of most threads most events are plain.
#ifndef PROFILER_ANALYSIS_STEP_SPLIT_PLAIN_EVENTS_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_PLAIN_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "profiler/analysis/step_split/step_parts.h"
#include "profiler/analysis/step_split/track_facts.h"

namespace profiler {

inline constexpr size_t kNoSum = std::numeric_limits<size_t>::max();

// Events that StepEventTypes::IsPlain() compute in their own step. Where the thread holds steps and
// they pass in other steps, too, the host works there.
class PlainEvents {
 public:
  // Of selected events. `sum_of` has the index in `parts` by step, or kNoSum. All must outlive it.
  PlainEvents(const TrackFacts& of, const std::vector<size_t>& sum_of,
              std::vector<StepParts>& parts);

  // Adds the plain events from `first` on, of a part of the track; returns the first that is not
  // added. In order only. `added_until` is the latest end of what was added as kHostElse.
  uint32_t Add(uint32_t first, int64_t& added_until);
  // Must be called after the last Add().
  void Finish();

 private:
  // What events need of a sum, in the time of the track.
  struct OfSum {
    StepParts::OfTrack computes, elsewhere;
    bool is_known = false;
  };
  OfSum& Of(size_t sum) { return of_sums_[sum].is_known ? of_sums_[sum] : Know(sum); }
  OfSum& Know(size_t sum);
  // Adds what passes in other sums than the event's own.
  void AddElsewhere(int64_t begin, int64_t end, size_t own, int64_t& added_until);

  const TrackFacts& of_;
  const std::vector<size_t>& sum_of_;
  std::vector<StepParts>& parts_;
  std::vector<OfSum> of_sums_;   // indexed as `parts`; empty if there is no plain event
  std::vector<int64_t> begins_;  // of SumsInOrder
  size_t at_ = 0;                // what SumsInOrder::Find() gives for the last event
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_PLAIN_EVENTS_H_
