// Scores how well some bytes match one protobuf message type. Compares the outer fields and a few
// nested fields with a table of the schema. Never throws, and reads a bounded part of the bytes.
#ifndef PROFILER_READERS_COMMON_WIRE_SHAPE_H_
#define PROFILER_READERS_COMMON_WIRE_SHAPE_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace profiler {

enum class WireKind : uint8_t {
  kVarint,
  kFixed64,
  kText,     // one line of any encoding, without control bytes
  kPacked,   // repeated integers, packed or one by one
  kBytes,    // any length-delimited field; the content is not examined
  kMessage,  // a message that must match `shape`
};

struct WireShape;

struct WireField {
  uint32_t number;
  WireKind kind;
  // The evidence that finding the field gives. A sum of 10 is proof enough.
  int weight;
  const WireShape* shape = nullptr;
};

struct WireShape {
  std::span<const WireField> fields;
};

// Returns 0 if the bytes are not such a message, and 100 if nothing contradicts it and the evidence
// is enough. The last field may be cut off by the end of the bytes, at any depth.
int ShapeScore(const WireShape& shape, std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_WIRE_SHAPE_H_
