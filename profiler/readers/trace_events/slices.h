// Stores a file's events until all are read. Only then are the names of processes and threads, the
// order and the nesting known.
#ifndef PROFILER_READERS_TRACE_EVENTS_SLICES_H_
#define PROFILER_READERS_TRACE_EVENTS_SLICES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/trace_events/categories.h"
#include "profiler/readers/trace_events/trace_event.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Kept small, because there are as many slices as events.
struct Slice {
  int64_t begin = 0, duration = 0;  // ps from the source's time zero
  StringId name;
  uint32_t facts = kNoFacts;  // an offset in PackedFacts
  uint64_t offset : 48 = 0;   // in the file
  Category category : 8 = Category::kOther;
  bool is_instant : 1 = false;

  static constexpr uint32_t kNoFacts = UINT32_MAX;
  int64_t end() const { return begin + duration; }
};
static_assert(sizeof(Slice) == 32);

// The known arguments of a slice. PackedFacts handles all members.
struct Facts {
  int64_t external_id = kUnknown, correlation = kUnknown;
  int64_t device = kUnknown, stream = kUnknown;
  int64_t float_ops = kUnknown;
  int64_t step = kUnknown;  // TensorBoard's mark around a step
  // Set by autograd; link backward ops to forward ops.
  int64_t sequence = kUnknown, forward_thread = kUnknown;
  int64_t address = kUnknown, bytes = kUnknown;  // of allocations
  int64_t total_allocated = kUnknown, total_reserved = kUnknown;
  int64_t device_type = kUnknown;
  int64_t call_line = kUnknown;  // of a Python function: where its caller calls it, in call_file
  StringId detail;               // of a kernel's launch or of a copy
  StringId op_name, op_type;     // from a TensorFlow timeline
  StringId input_dims, input_types;
  StringId call_file;
  StringId input_values;  // of convolutions only, whose shapes do not tell their output's
};

// Stores Facts in few bytes, because most slices have only one or two of them.
class PackedFacts {
 public:
  // Returns the position of the facts, or Slice::kNoFacts if there are none or 16 GB are used.
  uint32_t Add(const Facts& facts);
  Facts At(uint32_t place) const;

 private:
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;
  size_t used_ = 0;  // of the last block
};

// One end of a flow, before the slice at that end is known.
struct FlowEnd {
  char phase = 's';
  int64_t time = 0;
  uint32_t thread = 0;
  bool binds_enclosing = true;  // if false, binds to the next slice
  uint64_t offset = 0;
};

// One value of a counter.
struct CounterValue {
  uint32_t process = 0;
  StringId name, key, category;  // `name` of the event, `key` of the value
  bool has_several = false;      // the event has more values than this one
  int64_t time = 0;
  double value = 0;
};

struct Thread {
  uint32_t process = 0;
  StringId key, name;  // the recorded id, and the name if any
  int64_t sort_index = kUnknown;
  bool is_async = false;  // from b and e events, which do not nest
  std::vector<Slice> slices;
  std::vector<Slice> open;  // B events whose E event is still to come
};

struct Process {
  StringId key, name;
};

class Slices {
 public:
  explicit Slices(ProfileBuilder& builder) : builder_(builder) {}

  uint32_t FindProcess(const Value& pid);
  uint32_t FindThread(const Value& pid, const Value& tid);
  // From now on, events of `tid` are added to the thread `of`.
  void JoinThread(const Value& pid, const Value& tid, const Value& of);
  uint32_t AddFacts(const Facts& facts) { return facts_.Add(facts); }
  Facts facts_of(const Slice& slice) const {
    return slice.facts == Slice::kNoFacts ? Facts() : facts_.At(slice.facts);
  }

  std::vector<Process> processes;
  std::vector<Thread> threads;
  std::vector<CounterValue> counters;
  // By category and id, in the order of the file.
  std::map<std::pair<StringId, StringId>, std::vector<FlowEnd>> flows;

 private:
  ProfileBuilder& builder_;
  PackedFacts facts_;
  // The process and thread of the last event, because most events have the same as the event
  // before.
  uint32_t last_process_ = 0, last_thread_ = 0;
  absl::flat_hash_map<StringId, uint32_t> process_index_;
  absl::flat_hash_map<std::pair<uint32_t, StringId>, uint32_t> thread_index_;
};

// Sorts the ends of each flow by time, with a stable sort.
void SortFlows(Slices& slices);

// Sorts the slices of a thread by begin, then by descending duration, with a stable sort.
void SortSlices(std::vector<Slice>& slices);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_SLICES_H_
