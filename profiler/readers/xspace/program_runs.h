#ifndef PROFILER_READERS_XSPACE_PROGRAM_RUNS_H_
#define PROFILER_READERS_XSPACE_PROGRAM_RUNS_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
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

  void AddCall(EventId event, int64_t begin) { calls_.push_back({event, begin}); }
  // Adds an event of an instruction. A thread's events must be added in their order.
  void AddPart(int64_t run_id, EventId event, int64_t begin);

  // Links each call to the first of the events that a thread runs of the program before it runs
  // another one: runs begin in the order of their calls. Does nothing where the calls of some runs
  // are missing.
  void Link(ProfileBuilder& builder) &&;

 private:
  struct Call {
    EventId event;
    int64_t begin;
  };
  struct Run {
    int64_t begin = INT64_MAX;
    std::vector<EventId> firsts;
  };

  std::vector<Call> calls_;
  std::map<int64_t, Run> runs_;                     // by id
  absl::flat_hash_map<TrackId, int64_t> last_run_;  // by thread, the id of its last event
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_PROGRAM_RUNS_H_
