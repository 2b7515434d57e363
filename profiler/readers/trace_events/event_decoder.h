#ifndef PROFILER_READERS_TRACE_EVENTS_EVENT_DECODER_H_
#define PROFILER_READERS_TRACE_EVENTS_EVENT_DECODER_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "profiler/readers/trace_events/json_tokens.h"
#include "profiler/readers/trace_events/trace_event.h"

namespace profiler::chrome_trace {

// Builds events from JSON tokens.
class EventDecoder {
 public:
  enum class Result {
    kEvent,
    kMalformed,
    kCut,  // the tokens end inside the event
  };

  // Decodes the event whose opening bracket is at `token`, and moves `token` past the event. The
  // event's texts are valid until the next call.
  Result Decode(const JsonTokens& tokens, uint32_t& token, TraceEvent& event);

 private:
  // A key and the position of its value.
  struct Field {
    std::string_view key;
    uint32_t first, last;
  };

  template <typename Take>
  Result ForEachField(const JsonTokens& tokens, uint32_t& token, const Take& take);
  bool SetField(const JsonTokens& tokens, const Field& field, TraceEvent& event);
  bool Read(const JsonTokens& tokens, const Field& field, Value& value);
  std::string_view Unescaped(std::string_view text);

  static constexpr uint32_t kNoToken = UINT32_MAX;

  uint32_t args_ = kNoToken;           // of the last event
  std::deque<std::string> unescaped_;  // unescaped texts of the last event
  size_t unescaped_count_ = 0;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_EVENT_DECODER_H_
