#ifndef PROFILER_ANALYSIS_STEPS_CODE_HOST_OP_RUNS_H_
#define PROFILER_ANALYSIS_STEPS_CODE_HOST_OP_RUNS_H_

#include <cstdint>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// About what a thread runs before another one gets its core: 3 ms, in picoseconds.
inline constexpr double kTimeSlice = 3e9;

// Calls that compute the same.
struct SameCalls {
  StringId name;
  OpId op;
  bool has_shapes = false;
  std::vector<float> times;  // of the op itself
  // With the ops that it calls, so that one that leaves its work to others is not short.
  double shortest = std::numeric_limits<double>::infinity();
};

struct TimedRun {
  uint32_t calls;  // in HostOpRuns::calls
  float time;      // of the op itself
  StepId step;
};

// The runs of PyTorch's ops on hosts in typical steps. None where those that are long enough to
// stall take too little time for any of the facts to be `least` of the steps.
struct HostOpRuns {
  std::vector<SameCalls> calls;
  std::vector<TimedRun> runs;
  std::map<StepId, double> steps;  // with their durations
  double all = 0;                  // of the steps

  HostOpRuns(const Selected& selected, const std::vector<StepTimings>& timings, double least);

 private:
  bool IsJudged(const Track& track, uint32_t event) const;
  // Returns the time of runs that may stall. Leaves out ops, by name, without any.
  double FindStepsAndLongRuns();
  // Whether the event is a call of its op by itself, as an overload calls another one: both are one
  // run, whose time may be in either.
  bool GoesOn(const Events& events, uint32_t e) const;
  template <typename Take>
  void ForEachRun(const Track& track, const Take& take) const;
  void AddTrack(const Track& track);

  // Op, shapes and types, or without shapes op, track, number of the call and of all in the step.
  using Key = std::tuple<StringId, StringId, StringId, TrackId, int64_t, int64_t>;

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<char> is_judged_;
  std::vector<char> is_op_;
  absl::flat_hash_map<Key, uint32_t> by_key_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_HOST_OP_RUNS_H_
