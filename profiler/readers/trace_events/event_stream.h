#ifndef PROFILER_READERS_TRACE_EVENTS_EVENT_STREAM_H_
#define PROFILER_READERS_TRACE_EVENTS_EVENT_STREAM_H_

#include <cstddef>
#include <functional>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/trace_events/event_decoder.h"
#include "profiler/readers/trace_events/json_tokens.h"
#include "profiler/readers/trace_events/trace_event.h"

namespace profiler::chrome_trace {

// Decodes the events of an array, a window of the file at a time: memory does not grow with it.
class EventStream {
 public:
  using Take = std::function<void(const TraceEvent&)>;

  // `window`: how much is looked at at once; an event that is longer gets what it needs.
  EventStream(const Input& input, const Place& place, size_t window = kWindow);

  // Reads from `at`, which is behind the array's bracket, to its end, and says where it went on:
  // behind the closing bracket, or at the file's end. An event that is no JSON is counted and
  // passed over.
  absl::StatusOr<size_t> Read(size_t at, const Take& take, RunContext& context);
  // Whether the array has a closing bracket.
  bool has_ended() const { return has_ended_; }

 private:
  static constexpr size_t kWindow = 256 << 10;

  size_t ReadWindow(size_t at, const Take& take);
  size_t EndOfWindow(size_t at) const;
  size_t PassOver(size_t at);
  size_t NextEvent(size_t at);
  void Release(size_t at);

  const Input& input_;
  const std::string_view bytes_;
  const Place& place_;
  const size_t usual_window_;
  size_t window_;
  size_t released_ = 0;    // the file up to here is given back
  size_t next_event_ = 0;  // as NextEvent() found it last
  size_t credit_;          // how much may yet be looked at in vain for the ends of events
  bool has_ended_ = false;
  JsonTokens tokens_;
  EventDecoder decoder_;
  TraceEvent event_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_EVENT_STREAM_H_
