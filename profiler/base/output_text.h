// How numbers and texts stand in what machines read.
#ifndef PROFILER_BASE_OUTPUT_TEXT_H_
#define PROFILER_BASE_OUTPUT_TEXT_H_

#include <string>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler {

// Puts the number where there is room for kMostDigits and returns where it ends.
inline constexpr size_t kMostDigits = 48;
char* PutInteger(Int128 value, char* at);
char* PutMicros(Int128 picos, char* at);  // as AppendMicros

// Whether the text stands in JSON as it is: ASCII without quotes, backslashes and control codes.
bool IsPlainJson(std::string_view text);

void AppendInteger(Int128 value, std::string& out);

// Appends picoseconds as microseconds: exact, as they have at most 6 decimals.
void AppendMicros(Int128 picos, std::string& out);

// Appends a JSON string; each byte that is not UTF-8 becomes U+FFFD.
void AppendJsonText(std::string_view text, std::string& out);

// The letters of UTF-8 that lie in the first `most` bytes as a whole.
std::string_view LettersWithin(std::string_view text, size_t most);

// What readers of recordings keep of a name: names are compared, and shown.
inline constexpr size_t kMostOfName = 4096;

// The text with each byte that is not UTF-8 replaced by U+FFFD.
std::string ValidUtf8(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_BASE_OUTPUT_TEXT_H_
