// Handles escapes and invalid characters of JSON texts.
#ifndef PROFILER_READERS_TRACE_EVENTS_JSON_TEXT_H_
#define PROFILER_READERS_TRACE_EVENTS_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace profiler::chrome_trace {

// Sets `text` to the unescaped form. Invalid escapes are kept; half of a surrogate pair becomes
// U+FFFD.
void Unescape(std::string_view escaped, std::string& text);

// Replaces each byte that JSON forbids in texts by one other byte, so that offsets do not change.
// `json` must not start inside a text.
void MendLetters(std::string& json);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_JSON_TEXT_H_
