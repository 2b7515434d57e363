// What a file's events are until all are read: names of processes and threads, order and nesting
// are only known then.
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

// There may be as many as events: they are kept small.
struct Slice {
  int64_t begin = 0, duration = 0;  // ps from the source's time zero
  StringId name;
  uint32_t facts = kNoFacts;  // as PackedFacts has them
  uint64_t offset : 48 = 0;   // in the file
  Category category : 8 = Category::kOther;
  bool is_instant : 1 = false;

  static constexpr uint32_t kNoFacts = UINT32_MAX;
  int64_t end() const { return begin + duration; }
};
static_assert(sizeof(Slice) == 32);

// Of the slices that have arguments which mean something. PackedFacts lists all members.
struct Facts {
  int64_t external_id = kUnknown, correlation = kUnknown;
  int64_t device = kUnknown, stream = kUnknown;
  int64_t float_ops = kUnknown;
  int64_t step = kUnknown;                                 // a mark of TensorBoard's around a step
  int64_t sequence = kUnknown, forward_thread = kUnknown;  // of autograd: which op it belongs to
  int64_t address = kUnknown, bytes = kUnknown;            // of allocations
  int64_t total_allocated = kUnknown, total_reserved = kUnknown;
  int64_t device_type = kUnknown;
  StringId detail;            // how a kernel was launched, what a copy moved
  StringId op_name, op_type;  // as a TensorFlow timeline tells them
  StringId input_dims;
};

// Facts in few bytes: most slices have one or two of them.
class PackedFacts {
 public:
  // Where they are; Slice::kNoFacts where there are none, or no more room: behind 16 GB.
  uint32_t Add(const Facts& facts);
  Facts At(uint32_t place) const;

 private:
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;
  size_t used_ = 0;  // of the last block
};

// An end of a flow, until the slice that it is bound to is known.
struct FlowEnd {
  char phase = 's';
  int64_t time = 0;
  uint32_t thread = 0;
  bool binds_enclosing = true;  // else to the next slice
  uint64_t offset = 0;
};

// One value of a counter.
struct CounterValue {
  uint32_t process = 0;
  StringId name, key, category;  // of the event; of the value
  bool has_several = false;      // values, of which this is one
  int64_t time = 0;
  double value = 0;
};

struct Thread {
  uint32_t process = 0;
  StringId key, name;  // the recorded id, and the name where one was given
  int64_t sort_index = kUnknown;
  bool is_async = false;  // of b and e events: they do not nest
  std::vector<Slice> slices;
  std::vector<Slice> open;  // B without its E
};

struct Process {
  StringId key, name;
};

class Slices {
 public:
  explicit Slices(ProfileBuilder& builder) : builder_(builder) {}

  uint32_t FindProcess(const Value& pid);
  uint32_t FindThread(const Value& pid, const Value& tid);
  // What comes under `tid` from here on is of the thread `of`, too.
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
  // Of the last event: most are of the process and the thread of the one before.
  uint32_t last_process_ = 0, last_thread_ = 0;
  absl::flat_hash_map<StringId, uint32_t> process_index_;
  absl::flat_hash_map<std::pair<uint32_t, StringId>, uint32_t> thread_index_;
};

// Orders the ends of each flow by time, equal ones as they came.
void SortFlows(Slices& slices);

// Orders the slices of a thread by begin, the longer first, equal ones as they came.
void SortSlices(std::vector<Slice>& slices);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_SLICES_H_
