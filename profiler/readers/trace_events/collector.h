#ifndef PROFILER_READERS_TRACE_EVENTS_COLLECTOR_H_
#define PROFILER_READERS_TRACE_EVENTS_COLLECTOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/trace_events/slices.h"

namespace profiler::chrome_trace {

// Collects the facts of a file's events while the file is read. docs/store-mapping.md, section 4,
// lists how each phase (the event's "ph") is used.
class Collector {
 public:
  Collector(ProfileBuilder& builder, const Place& place)
      : builder_(builder), place_(place), slices_(builder) {}

  // Sets a typical time of the events, if known. The time zero is then not taken from an event far
  // away from it.
  void Expect(std::optional<Int128> usual_time) { usual_time_ = usual_time; }
  void Take(const TraceEvent& event);
  // Closes slices that have a begin and no end.
  void Finish();

  Slices& slices() { return slices_; }
  // The first time of the file, in ps on the file's own scale; nullopt if no event has a time.
  std::optional<Int128> zero() const { return zero_; }
  // The wall clock at the file's time 0, in ns since 1970; kUnknown if no event has it.
  int64_t base_ns() const { return base_ns_; }
  int64_t complete_events() const { return complete_events_; }

 private:
  struct OpenAsync {
    Slice slice;
    uint32_t thread;
  };
  // (process if ids are local to processes, category, id, name)
  using AsyncKey = std::tuple<uint32_t, StringId, StringId, StringId>;

  void Count(ImportProblem problem, const TraceEvent& event) const;
  bool SetTimes(const TraceEvent& event, Slice& slice);
  bool EndAt(const TraceEvent& event, int64_t end, Slice& slice) const;
  Slice MakeSlice(const TraceEvent& event);
  void AddCaller(std::string_view caller, Facts& facts);
  uint32_t FactsOf(const TraceEvent& event, Category category);
  void AddSlice(const TraceEvent& event);
  void Begin(const TraceEvent& event);
  void End(const TraceEvent& event);
  void AddAsync(const TraceEvent& event);
  void AddCounter(const TraceEvent& event);
  void AddFlowEnd(const TraceEvent& event);
  void AddName(const TraceEvent& event);

  ProfileBuilder& builder_;
  const Place& place_;
  Slices slices_;
  std::optional<Int128> usual_time_, zero_;
  int64_t base_ns_ = kUnknown;
  int64_t complete_events_ = 0;
  bool records_launches_ = false;  // by correlation ids
  absl::flat_hash_map<AsyncKey, std::vector<OpenAsync>> open_async_;
  // Kept between events to reuse their memory.
  std::string async_category_, async_lane_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_COLLECTOR_H_
