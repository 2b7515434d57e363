#ifndef PROFILER_READERS_XSPACE_ELEMENT_TYPES_H_
#define PROFILER_READERS_XSPACE_ELEMENT_TYPES_H_

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::xspace {

// An xla.PrimitiveType: its name in HLO text, and the bits of an element; 0 of what has none.
struct ElementType {
  std::string_view name;
  uint8_t bits;
};

// Named "?" if the number is unknown.
inline ElementType ElementTypeOf(uint64_t number) {
  constexpr ElementType kTypes[] = {
      {"?", 0},          {"pred", 8},  {"s8", 8},       {"s16", 16},          {"s32", 32},
      {"s64", 64},       {"u8", 8},    {"u16", 16},     {"u32", 32},          {"u64", 64},
      {"f16", 16},       {"f32", 32},  {"f64", 64},     {"tuple", 0},         {"opaque", 0},
      {"c64", 64},       {"bf16", 16}, {"token", 0},    {"c128", 128},        {"f8e5m2", 8},
      {"f8e4m3fn", 8},   {"s4", 4},    {"u4", 4},       {"f8e4m3b11fnuz", 8}, {"f8e5m2fnuz", 8},
      {"f8e4m3fnuz", 8}, {"s2", 2},    {"u2", 2},       {"f8e4m3", 8},        {"f8e3m4", 8},
      {"s1", 1},         {"u1", 1},    {"f4e2m1fn", 4}, {"f8e8m0fnu", 8}};
  return number < std::size(kTypes) ? kTypes[number] : kTypes[0];
}

// Returns the bytes of an AttrValue with the text; empty if the text is.
inline std::string TextAttribute(std::string_view text) {
  std::string value;
  if (text.empty()) return value;
  constexpr char kBytesField2 = 0x12;
  value = kBytesField2;
  for (size_t size = text.size(); size > 0; size >>= 7) {
    value += static_cast<char>((size & 0x7f) | (size > 0x7f ? 0x80 : 0));
  }
  return value.append(text);
}

// Returns the types as the bytes of an AttrValue with a text like "f32,s32[]". Empty if there are
// too many types to be useful.
inline std::string ElementTypesAttribute(const std::vector<std::string>& types) {
  constexpr size_t kMost = 127;
  std::string text;
  for (const std::string& type : types) {
    if (!text.empty()) text += ',';
    text += type;
  }
  return text.size() > kMost ? "" : TextAttribute(text);
}

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_ELEMENT_TYPES_H_
