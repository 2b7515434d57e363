#ifndef PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_
#define PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/chrome_trace/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// The ops of a file's host threads, each once by what it is called, where in the model and at which
// line. What runs inside what tells the last two.
class HostOps {
 public:
  explicit HostOps(ProfileBuilder& builder) : builder_(builder) {}

  // What a slice is, in the stack of its thread.
  struct Place {
    OpId op;         // its own
    OpId framework;  // the innermost op of the framework, itself included
    FrameId frame;
    StringId scope;  // of what runs inside it
    int64_t end = 0;
  };
  // `around`: of the slice it runs in; null for an outermost one.
  Place Find(const Slice& slice, const Facts& facts, const Place* around);

  OpId FindOp(OpKind kind, StringId name, StringId type, StringId scope, FrameId frame);

 private:
  StringId Below(StringId scope, std::string_view name);

  ProfileBuilder& builder_;
  absl::flat_hash_map<std::tuple<OpKind, StringId, StringId, StringId, FrameId>, OpId> ops_;
  absl::flat_hash_map<std::pair<StringId, StringId>, StringId> below_;
};

// The slices around each moment of one thread, innermost last. Slices come in the order of
// SortSlices.
class CallStack {
 public:
  // Leaves what ended before `begin`; null outside everything.
  const HostOps::Place* At(int64_t begin) {
    while (!stack_.empty() && stack_.back().end <= begin) stack_.pop_back();
    return stack_.empty() ? nullptr : &stack_.back();
  }
  void Push(const HostOps::Place& place) { stack_.push_back(place); }

 private:
  std::vector<HostOps::Place> stack_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_
