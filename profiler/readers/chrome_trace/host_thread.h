#ifndef PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_
#define PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/trace_events/slices.h"
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
    StringId scope;   // of what runs inside it, but for `inner`
    StringId inner;   // the last part of that scope, until something does run inside
    StringId module;  // the modules around it, where it runs in some
    int64_t end = 0;
  };
  // `around`: of the slice it runs in; null for an outermost one. `forward_module`: the modules
  // that the forward op of this backward op ran in, or none.
  Place Find(const Slice& slice, const Facts& facts, Place* around, StringId forward_module);

  // The path of `name` below `scope`.
  StringId Below(StringId scope, std::string_view name);

 private:
  // What tells ops apart. `facts`: with which inputs it ran, and how many operations it did.
  OpId FindOp(OpKind kind, StringId name, StringId type, StringId scope, FrameId frame,
              const Facts& facts);
  // What the name of a frame of Python says.
  struct PythonName {
    StringId op, file, function;
    int64_t line = kUnknown;
    StringId module;
  };
  const PythonName& SplitPython(StringId name);
  void EnterModules(StringId modules, Place& place);
  // Most ops hold no others: the path of what is inside is made when it is needed.
  void EnterInner(Place& place);
  StringId ShapesOf(StringId dims);

  ProfileBuilder& builder_;
  using Key = std::tuple<OpKind, StringId, StringId, StringId, FrameId, StringId, int64_t>;
  absl::flat_hash_map<Key, OpId> ops_;
  absl::flat_hash_map<std::pair<StringId, StringId>, StringId> below_;
  absl::flat_hash_map<StringId, PythonName> python_;
  absl::flat_hash_map<StringId, StringId> shapes_;  // by the dimensions as recorded
};

// The slices around each moment of one thread, innermost last. Slices come in the order of
// SortSlices.
class CallStack {
 public:
  // Leaves what ended before `begin`, and what ends before `end`: it cannot hold a slice of these
  // times. Null outside everything.
  HostOps::Place* Around(int64_t begin, int64_t end) {
    while (!stack_.empty() && (stack_.back().end <= begin || EndsBefore(stack_.back().end, end))) {
      stack_.pop_back();
    }
    return stack_.empty() ? nullptr : &stack_.back();
  }
  // The slice that a moment is in.
  HostOps::Place* At(int64_t time) { return Around(time, time); }
  void Push(const HostOps::Place& place) { stack_.push_back(place); }

  // Whether what ends at `end` cannot hold what ends at `other`. Times are rounded, so a nested
  // slice may end a little behind the one it is in.
  static bool EndsBefore(int64_t end, int64_t other) {
    constexpr int64_t kRounding = 2'000'000;  // ps
    return static_cast<Int128>(other) - end > kRounding;
  }

 private:
  std::vector<HostOps::Place> stack_;
};

// Marks those slices that run into each other without one being in the other: of each two the
// shorter one. Slices come in the order of SortSlices; instants are left out.
std::vector<char> FindOverlaps(const std::vector<Slice>& slices);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_
