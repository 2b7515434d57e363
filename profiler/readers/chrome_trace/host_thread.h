#ifndef PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_
#define PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// The ops of a file's host threads, identified by name, scope in the model and source line. The
// enclosing slices give scope and line.
class HostOps {
 public:
  explicit HostOps(ProfileBuilder& builder) : builder_(builder) {}

  // The facts that a slice passes on to the slices nested in it.
  struct Place {
    OpId op;         // the slice's own op
    OpId framework;  // the innermost framework op, possibly itself
    FrameId frame;
    StringId scope;   // of nested slices, without `inner`
    StringId inner;   // the last part of the scope, appended when needed
    StringId module;  // the enclosing module path, if known
    int64_t end = 0;
  };
  // Returns the place of `slice`. `around` is the place of the enclosing slice, or null. If the
  // slice is a backward op, `forward_module` is the module path of its forward op.
  Place Find(const Slice& slice, const Facts& facts, Place* around, StringId forward_module);

  // Joins `scope` and `name` to a path.
  StringId Below(StringId scope, std::string_view name);

 private:
  // Returns the op with this key, and adds it if it is new. `facts` gives the shapes and
  // types of the inputs and the number of operations.
  OpId FindOp(OpKind kind, StringId name, StringId type, StringId scope, FrameId frame,
              const Facts& facts);
  // The parts of a Python frame's name.
  struct PythonName {
    StringId op, file, function;
    int64_t line = kUnknown;
    StringId module;
  };
  const PythonName& SplitPython(StringId name);
  FrameId CallerFrame(FrameId caller, const Facts& call);
  void EnterModules(StringId modules, Place& place);
  // Appends `inner` to `scope`. Called only when needed, because most ops contain no other ops.
  void EnterInner(Place& place);
  StringId ShapesOf(StringId dims);
  StringId TypesOf(StringId types);

  ProfileBuilder& builder_;
  using Key = std::tuple<OpKind, StringId, StringId, StringId, FrameId, StringId, StringId,
                         StringId, int64_t>;
  absl::flat_hash_map<Key, OpId> ops_;
  absl::flat_hash_map<std::pair<StringId, StringId>, StringId> below_;
  absl::flat_hash_map<StringId, PythonName> python_;
  absl::flat_hash_map<StringId, StringId> shapes_;  // by the dimensions as recorded
  absl::flat_hash_map<StringId, StringId> types_;   // by the types as recorded
};

// The stack of enclosing slices on one thread, innermost last. Slices must be added in the order of
// SortSlices().
class CallStack {
 public:
  // Removes slices that cannot contain a slice from `begin` to `end`. Returns the innermost slice
  // left, or null.
  HostOps::Place* Around(int64_t begin, int64_t end) {
    while (!stack_.empty() && (stack_.back().end <= begin || EndsBefore(stack_.back().end, end))) {
      stack_.pop_back();
    }
    return stack_.empty() ? nullptr : &stack_.back();
  }
  // Returns the innermost slice that contains the time, or null.
  HostOps::Place* At(int64_t time) { return Around(time, time); }
  void Push(const HostOps::Place& place) { stack_.push_back(place); }

  // Whether `end` is clearly before `other`. A nested slice may end slightly after its parent,
  // because times are rounded.
  static bool EndsBefore(int64_t end, int64_t other) {
    constexpr int64_t kRounding = 2'000'000;  // ps
    return static_cast<Int128>(other) - end > kRounding;
  }

 private:
  std::vector<HostOps::Place> stack_;
};

// Finds pairs of slices that overlap without nesting, and marks the shorter slice of each pair.
// Slices must be in the order of SortSlices(). Instants are ignored.
std::vector<char> FindOverlaps(const std::vector<Slice>& slices);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_HOST_THREAD_H_
