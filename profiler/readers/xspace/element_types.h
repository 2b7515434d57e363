#ifndef PROFILER_READERS_XSPACE_ELEMENT_TYPES_H_
#define PROFILER_READERS_XSPACE_ELEMENT_TYPES_H_

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::xspace {

// Returns the name of an xla.PrimitiveType in HLO text, or "?" if the number is unknown.
inline std::string_view ElementType(uint64_t number) {
  constexpr std::string_view kNames[] = {
      "?",          "pred",       "s8",   "s16",    "s32",      "s64",    "u8",     "u16",
      "u32",        "u64",        "f16",  "f32",    "f64",      "tuple",  "opaque", "c64",
      "bf16",       "token",      "c128", "f8e5m2", "f8e4m3fn", "s4",     "u4",     "f8e4m3b11fnuz",
      "f8e5m2fnuz", "f8e4m3fnuz", "s2",   "u2",     "f8e4m3",   "f8e3m4", "s1",     "u1",
      "f4e2m1fn",   "f8e8m0fnu"};
  return number < std::size(kNames) ? kNames[number] : "?";
}

// Returns the types as the bytes of an AttrValue with a text like "f32,s32[]". Empty if there are
// too many types to be useful.
inline std::string ElementTypesAttribute(const std::vector<std::string>& types) {
  constexpr size_t kMost = 127;  // bytes, so that the length takes one byte
  std::string text;
  for (const std::string& type : types) {
    if (!text.empty()) text += ',';
    text += type;
  }
  if (text.empty() || text.size() > kMost) return "";
  constexpr char kBytesField2 = 0x12;
  return std::string{kBytesField2, static_cast<char>(text.size())} + text;
}

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_ELEMENT_TYPES_H_
