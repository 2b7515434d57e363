// How much some bytes look like one protobuf message: its outer fields and a few nested ones are
// held against a table of the schema. Never throws, and reads a bounded part of the bytes.
#ifndef PROFILER_OPEN_SNIFF_WIRE_SHAPE_H_
#define PROFILER_OPEN_SNIFF_WIRE_SHAPE_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace profiler {

enum class WireKind : uint8_t {
  kVarint,
  kFixed64,
  kText,     // one line of any encoding, without control bytes
  kPacked,   // repeated integers, packed or one by one
  kBytes,    // any length-delimited field: its inside proves nothing
  kMessage,  // its inside must fit `shape`
};

struct WireShape;

struct WireField {
  uint32_t number;
  WireKind kind;
  // What finding it says about the message around it: 10 is proof enough.
  int weight;
  const WireShape* shape = nullptr;
};

struct WireShape {
  std::span<const WireField> fields;
};

// 0: not such a message; 100: nothing speaks against it and enough for it. The end of the bytes
// may cut off the last field, at every depth.
int ShapeScore(const WireShape& shape, std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_OPEN_SNIFF_WIRE_SHAPE_H_
