#ifndef PROFILER_READERS_XSPACE_PROGRAM_RUNS_H_
#define PROFILER_READERS_XSPACE_PROGRAM_RUNS_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/readers/xspace/step_marks.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// The runs of compiled programs on threads of a host, as XLA's client for CPUs has them, and the
// calls that start them. No link between them is recorded. A loop that does not wait for results is
// often done with its marks of steps before the first program has run, so the time of an
// instruction does not tell its step either.
class ProgramRuns {
 public:
  // Whether an event of that name is a call that starts a program.
  static bool IsCall(std::string_view name);

  void AddCall(int64_t begin) { calls_.push_back(begin); }
  // Adds an event of an instruction, and what comes after the run's event before it on the thread.
  void AddPart(int64_t run_id, EventId event, int64_t begin);

  // Gives the events of each run the step in whose mark it was called: runs begin in the order of
  // their calls. Does nothing where the calls of some runs are missing.
  void AssignSteps(const std::vector<StepMarks::HostMark>& marks, ProfileBuilder& builder) &&;

 private:
  // Rows of a track, the last one included.
  struct Rows {
    TrackId track;
    uint32_t first, last;
  };
  struct Run {
    int64_t begin = INT64_MAX;
    std::vector<Rows> rows;
  };

  std::vector<int64_t> calls_;
  std::map<int64_t, Run> runs_;  // by id
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_PROGRAM_RUNS_H_
