#ifndef PROFILER_READERS_CHROME_TRACE_LAUNCHES_H_
#define PROFILER_READERS_CHROME_TRACE_LAUNCHES_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/links.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Who may have launched what a device did: calls of the runtime by correlation id, and ops by
// External id where no call tells.
class Launches {
 public:
  // `in_op`: an op runs around the call.
  void AddCall(int64_t correlation, EventId event, bool in_op);
  void AddOp(int64_t external_id, int64_t begin, OpId op) {
    ops_.push_back({external_id, begin, op});
    is_sorted_ = false;
  }

  // What is known of who launched work that begins at `begin`.
  struct Found {
    bool has_call = false;
    OpId op;  // by External id, where no call tells one
  };
  Found Find(const Facts& facts, int64_t begin);
  // The work as an event, to be linked with its call.
  void AddWork(const Facts& facts, const Found& found, EventId event) {
    // An id of 0 stands for none, unless a call has it.
    if (facts.correlation == kUnknown || (facts.correlation == 0 && !found.has_call)) return;
    links_.AddWork(facts.correlation, event);
  }

  // Flows for all of it. What names a call that was not recorded is counted.
  void Resolve(ProfileBuilder& builder, const Place& place) {
    std::move(links_).Resolve(builder, place);
  }

 private:
  struct NamedOp {
    int64_t external_id, begin;
    OpId op;
  };
  OpId OpOf(int64_t external_id, int64_t begin);

  xspace::Links links_;
  absl::flat_hash_map<int64_t, bool> calls_;  // by correlation id: whether one ran in an op
  std::vector<NamedOp> ops_;
  bool is_sorted_ = true;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_LAUNCHES_H_
