#ifndef PROFILER_READERS_XSPACE_LINE_CALLS_H_
#define PROFILER_READERS_XSPACE_LINE_CALLS_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/readers/xspace/event_ops.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Finds the Python functions in which a thread's events run, and the ops that run eagerly. This is
// done at the end of a line, because the events of a line may be unordered.
class LineCalls {
 public:
  LineCalls(EventOps& ops, ProfileBuilder& builder) : ops_(ops), builder_(builder) {}

  // Starts a plane: clears the functions of the previous plane.
  void BeginPlane() { known_.clear(); }
  void BeginLine(TrackId track);

  // Adds a call of a Python function, given by its row in the track. EndLine() sets the event's op.
  void AddPython(uint32_t row, const EventMeta& meta) { python_.push_back({row, &meta}); }
  // Adds a time range. Ops that begin in [begin, end) run eagerly.
  void AddEager(int64_t begin, int64_t end) { eager_.push_back({begin, end}); }
  // Adds a call that runs the op `name` by itself, or of something else without a name, and the
  // parts of such calls that compute, given by their rows in the track. EndLine() makes that part
  // an event of the op, unless the op's own event is in it.
  void AddEagerCall(uint32_t row, std::string_view name) {
    eager_ops_.push_back({row, true, name});
  }
  void AddEagerKernel(uint32_t row) { eager_ops_.push_back({row, false, ""}); }
  // Adds a run of a framework op that has no stat for whether it runs eagerly.
  void AddOp(OpId op, int64_t begin);

  // Must be called after all events of the line were added to the builder.
  void EndLine();

 private:
  struct PythonCall {
    uint32_t row;
    const EventMeta* meta;
  };
  struct EagerCall {
    int64_t begin, end;
  };

  struct EagerOp {
    uint32_t row;
    bool is_call;
    std::string_view name;
  };

  void NameEagerOps();

  void PlaceInPython();
  void PlaceInEager();
  std::vector<uint32_t> RowsByTime(const std::vector<const EventMeta*>& call_of_row) const;

  EventOps& ops_;
  ProfileBuilder& builder_;
  TrackId track_;
  uint32_t first_row_ = 0;  // first row of the line in its track
  std::vector<PythonCall> python_;
  std::vector<EagerCall> eager_;
  std::vector<EagerOp> eager_ops_;
  absl::flat_hash_set<uint32_t> named_eager_;     // the rows that became events of these ops
  std::vector<std::pair<OpId, int64_t>> untold_;  // ops without that stat, and their begins
  // By function and its caller's frame: the function's frame, and the op of its calls.
  absl::flat_hash_map<std::pair<const EventMeta*, FrameId>, std::pair<FrameId, OpId>> known_;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_LINE_CALLS_H_
