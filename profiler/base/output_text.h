// Formats numbers and texts for machine-readable output.
#ifndef PROFILER_BASE_OUTPUT_TEXT_H_
#define PROFILER_BASE_OUTPUT_TEXT_H_

#include <string>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler {

// Writes a number to `at`, which must have room for kMostDigits characters. Returns the position
// after the last character.
inline constexpr size_t kMostDigits = 48;
char* PutInteger(Int128 value, char* at);
char* PutMicros(Int128 picos, char* at);  // in the format of AppendMicros

// Whether the text is ASCII without quotes, backslashes and control codes, so that JSON needs no
// escaping.
bool IsPlainJson(std::string_view text);

void AppendInteger(Int128 value, std::string& out);

// Appends picoseconds as microseconds with up to 6 decimals, which is exact.
void AppendMicros(Int128 picos, std::string& out);

// Appends the text as a quoted JSON string. Each invalid UTF-8 sequence becomes U+FFFD.
void AppendJsonText(std::string_view text, std::string& out);

}  // namespace profiler

#endif  // PROFILER_BASE_OUTPUT_TEXT_H_
