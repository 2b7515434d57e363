// Helpers to recognize text: JSON of any kind, and protobuf's text form.
#ifndef PROFILER_READERS_COMMON_SNIFF_TEXT_H_
#define PROFILER_READERS_COMMON_SNIFF_TEXT_H_

#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace profiler {

// Sniffers look for the keys of a file's first object in this number of bytes.
inline constexpr size_t kFirstObjectBytes = 4 << 10;

// Returns the text without leading white space.
std::string_view SkipBlanks(std::string_view text);

// Returns the first 64 KB of a text, without byte order mark and leading white space.
std::string_view BeginningOfText(std::string_view bytes);

// Whether the text contains the key followed by a colon. `key` includes the quotes.
bool HasKey(std::string_view json, std::string_view key);

// Returns the score of the bytes as a protobuf in text form whose first field is a message with one
// of these names.
int TextProtoScore(std::string_view bytes, std::initializer_list<std::string_view> first_fields);

// Whether the first bytes look like any JSON.
bool IsJson(std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_SNIFF_TEXT_H_
