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
// calls that start them. A call of a program on several devices has the id of the run that each
// device makes of it; a call on one device has none, and no link is recorded. A loop that does not
// wait for results is often done with its marks of steps before the first program has run, so the
// time of an instruction does not tell its step either.
class ProgramRuns {
 public:
  // Whether an event of that name is a call that starts a program.
  static bool IsCall(std::string_view name);
  // Whether it is one if it has the id of a run. Others of that name are a part of such a call.
  static bool IsCallWithId(std::string_view name);

  void AddCall(EventId event, int64_t begin) { calls_.push_back({event, begin}); }
  void AddCallOf(int64_t run_id, EventId event) { calls_by_run_.try_emplace(run_id, event); }
  // Adds an event of an instruction. A thread's events must be added in their order.
  void AddPart(int64_t run_id, EventId event, int64_t begin);

  // Links each call to the first of the events that a thread runs of the program before it runs
  // another one: by the id of the run, or else by order, as runs begin in the order of their calls.
  // Does nothing where the calls of some runs are missing, as these would be taken for a part of
  // the run before them.
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

  // The runs whose calls have no id, in the order in which they begin.
  std::vector<const Run*> RunsWithoutId() const;
  // Whether `calls_` are those of these runs, in their order.
  bool CallsMatch(const std::vector<const Run*>& runs) const;

  std::vector<Call> calls_;
  absl::flat_hash_map<int64_t, EventId> calls_by_run_;
  std::map<int64_t, Run> runs_;                     // by id
  absl::flat_hash_map<TrackId, int64_t> last_run_;  // by thread, the id of its last event
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_PROGRAM_RUNS_H_
