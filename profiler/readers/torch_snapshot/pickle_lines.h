// Decodes the arguments of opcodes of protocols 0 and 1, which are lines of text.
#ifndef PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_LINES_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_LINES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/readers/torch_snapshot/pickle_value.h"

namespace profiler::torch_snapshot {

// A number as INT, LONG and FLOAT have it: -7, 01 (True), 140000000000L, 1e-05. nullopt if the text
// is none; of kind other if it is a whole number beyond 64 bits.
std::optional<PickleValue> NumberOfLine(std::string_view line);

// An index of the memo. nullopt if the text is none.
std::optional<uint64_t> IndexOfLine(std::string_view line);

// What UNICODE means by a line, in UTF-8: bytes from 0x80 on are code points, and \u000a and
// \U0001f600 are others. nullopt if an escape is cut.
std::optional<std::string> TextOfUnicode(std::string_view line);

// What STRING means by a line: a text of Python 2 in quotes, with escapes. nullopt if it has no
// quotes or an escape is cut.
std::optional<std::string> TextOfString(std::string_view line);

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_LINES_H_
