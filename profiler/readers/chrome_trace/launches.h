#ifndef PROFILER_READERS_CHROME_TRACE_LAUNCHES_H_
#define PROFILER_READERS_CHROME_TRACE_LAUNCHES_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/links.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Finds the launch of a device's work: a runtime call with the same correlation id, or else an op
// with the same External id.
class Launches {
 public:
  // Adds a runtime call. `in_op` means that an op encloses the call.
  void AddCall(int64_t correlation, EventId event, bool in_op);
  void AddOp(int64_t external_id, int64_t begin, OpId op) {
    ops_.push_back({external_id, begin, op});
    is_sorted_ = false;
  }

  // The launch of some work.
  struct Found {
    bool has_call = false;
    OpId op;  // by External id, if no call is known
  };
  Found Find(const Facts& facts, int64_t begin);
  // Adds the event of the work. Resolve() links it to its call.
  void AddWork(const Facts& facts, const Found& found, EventId event) {
    // Id 0 means that there is no id, unless a call has id 0.
    if (facts.correlation == kUnknown || (facts.correlation == 0 && !found.has_call)) return;
    links_.AddWork(facts.correlation, event);
  }

  // Adds flows from calls to their work, and counts work whose call was not recorded.
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
  absl::flat_hash_map<int64_t, bool> calls_;  // by correlation id: if an op encloses the call
  std::vector<NamedOp> ops_;
  bool is_sorted_ = true;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_LAUNCHES_H_
