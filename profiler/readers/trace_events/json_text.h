// The letters of JSON texts.
#ifndef PROFILER_READERS_TRACE_EVENTS_JSON_TEXT_H_
#define PROFILER_READERS_TRACE_EVENTS_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace profiler::chrome_trace {

// Replaces `text` by what the escapes between its quotes say. What is escaped wrongly stays as it
// stands; half of a surrogate pair becomes U+FFFD.
void Unescape(std::string_view escaped, std::string& text);

// Replaces bytes that JSON forbids in texts, each by one of its own, so that offsets stay what they
// are. The beginning is not inside of a text.
void MendLetters(std::string& json);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_JSON_TEXT_H_
