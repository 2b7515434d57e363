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

// Decodes the events of a JSON array, one window of the file at a time, so that memory does not
// grow with the file.
class EventStream {
 public:
  using Take = std::function<void(const TraceEvent&)>;

  // `window` is the number of bytes examined at once. A longer event gets a larger window.
  EventStream(const Input& input, const Place& place, size_t window = kWindow);

  // Reads the array from `at`, which is after its opening bracket. Returns the position after the
  // closing bracket, or the file's end. An event that is not JSON is counted and skipped.
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
  size_t released_ = 0;    // memory of the file is freed up to here
  size_t next_event_ = 0;  // the last result of NextEvent()
  size_t credit_;          // bytes that may still be searched in vain for the ends of events
  bool has_ended_ = false;
  JsonTokens tokens_;
  EventDecoder decoder_;
  TraceEvent event_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_EVENT_STREAM_H_
