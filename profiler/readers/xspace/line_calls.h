#ifndef PROFILER_READERS_XSPACE_LINE_CALLS_H_
#define PROFILER_READERS_XSPACE_LINE_CALLS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/xspace/event_ops.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Which Python functions the events of a thread run in, and which ops run for themselves. It is
// told at the end of a line, as a line's events may stand in any order.
class LineCalls {
 public:
  LineCalls(EventOps& ops, ProfileBuilder& builder) : ops_(ops), builder_(builder) {}

  // What was kept of another plane's names is forgotten.
  void BeginPlane() { known_.clear(); }
  void BeginLine(TrackId track);

  // The event at this row of the track is a call of a Python function; it gets its op later.
  void AddPython(uint32_t row, const EventMeta& meta) { python_.push_back({row, &meta}); }
  // Ops that begin from `begin` to before `end` run for themselves.
  void AddEager(int64_t begin, int64_t end) { eager_.push_back({begin, end}); }
  // A framework op that does not tell whether it runs for itself.
  void AddOp(OpId op, int64_t begin);

  // Once the builder has all events of the line.
  void EndLine();

 private:
  struct PythonCall {
    uint32_t row;
    const EventMeta* meta;
  };
  struct EagerCall {
    int64_t begin, end;
  };

  void PlaceInPython();
  void PlaceInEager();
  std::vector<uint32_t> RowsByTime(const std::vector<const EventMeta*>& call_of_row) const;

  EventOps& ops_;
  ProfileBuilder& builder_;
  TrackId track_;
  uint32_t first_row_ = 0;  // of the line in its track
  std::vector<PythonCall> python_;
  std::vector<EagerCall> eager_;
  std::vector<std::pair<OpId, int64_t>> untold_;  // ops, and when they began
  // The frame of a function by the one that it is called from, and the op of its calls.
  absl::flat_hash_map<std::pair<const EventMeta*, FrameId>, std::pair<FrameId, OpId>> known_;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_LINE_CALLS_H_
