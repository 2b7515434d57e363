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

// Takes the events of a file as they come and keeps what they say. docs/store-mapping.md 4 has what
// becomes of each phase.
class Collector {
 public:
  Collector(ProfileBuilder& builder, const Place& place)
      : builder_(builder), place_(place), slices_(builder) {}

  // About when the events were, if that is known: the time zero is not taken from one far off it.
  void Expect(std::optional<Int128> usual_time) { usual_time_ = usual_time; }
  void Take(const TraceEvent& event);
  // Closes what was begun and not ended.
  void Finish();

  Slices& slices() { return slices_; }
  // The first time of the file, in ps on its own scale; nothing where no event has one.
  std::optional<Int128> zero() const { return zero_; }
  // Wall clock, ns since 1970, of the file's time 0, as an event tells it; or kUnknown.
  int64_t base_ns() const { return base_ns_; }
  int64_t complete_events() const { return complete_events_; }

 private:
  struct OpenAsync {
    Slice slice;
    uint32_t thread;
  };
  // Process where ids are its own, category, id and name.
  using AsyncKey = std::tuple<uint32_t, StringId, StringId, StringId>;

  void Count(ImportProblem problem, const TraceEvent& event) const;
  bool SetTimes(const TraceEvent& event, Slice& slice);
  bool EndAt(const TraceEvent& event, int64_t end, Slice& slice) const;
  Slice MakeSlice(const TraceEvent& event);
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
  bool tells_launches_ = false;  // by correlation ids
  absl::flat_hash_map<AsyncKey, std::vector<OpenAsync>> open_async_;
  // Kept between events, as many are alike.
  std::string async_category_, async_lane_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_COLLECTOR_H_
