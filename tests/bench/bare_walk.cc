#include "tests/bench/bare_walk.h"

#include <protozero/pbf_reader.hpp>

namespace profiler::bench {
namespace {

using protozero::pbf_reader;

// The shapes of a message's fields; null: not a message.
struct Shape {
  const Shape* (*inside)(uint32_t field);
};

const Shape kFlat = {[](uint32_t) -> const Shape* { return nullptr; }};
const Shape kPackedInts = {nullptr};
const Shape kTuple = {[](uint32_t) { return &kPackedInts; }};
const Shape kTupleEntry = {[](uint32_t field) { return field == 2 ? &kTuple : nullptr; }};
const Shape kFlatEntry = {[](uint32_t field) { return field == 2 ? &kFlat : nullptr; }};
const Shape kTimes = {[](uint32_t) { return &kTuple; }};
const Shape kTimesEntry = {[](uint32_t field) { return field == 2 ? &kTimes : nullptr; }};
const Shape kMemory = {[](uint32_t field) { return field == 11 ? &kFlatEntry : nullptr; }};
const Shape kExecution = {[](uint32_t field) -> const Shape* {
  if (field == 4 || field == 5) return &kTimesEntry;
  return field == 7 ? &kMemory : nullptr;
}};
const Shape kExecutionEntry = {[](uint32_t field) { return field == 2 ? &kExecution : nullptr; }};
const Shape kStack = {[](uint32_t) { return &kFlat; }};
const Shape kNode = {[](uint32_t field) -> const Shape* {
  switch (field) {
    case 2:
    case 3:
    case 14:
      return &kFlat;
    case 4:
      return &kPackedInts;
    case 10:
      return &kStack;
    case 11:
      return &kFlatEntry;
    case 12:
      return &kExecutionEntry;
    case 15:
    case 16:
      return &kTupleEntry;
    default:
      return nullptr;
  }
}};
const Shape kNodeEntry = {[](uint32_t field) { return field == 2 ? &kNode : nullptr; }};
const Shape kProfile = {[](uint32_t field) -> const Shape* {
  if (field == 1) return &kNodeEntry;
  if (field == 3) return &kPackedInts;
  return field == 4 ? &kFlat : nullptr;
}};

uint64_t Walk(protozero::data_view bytes, const Shape& shape) {
  uint64_t sum = 0;
  if (shape.inside == nullptr) {
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (at != end) sum += protozero::decode_varint(&at, end);
    return sum;
  }
  pbf_reader reader(bytes);
  while (reader.next()) {
    if (reader.wire_type() == protozero::pbf_wire_type::length_delimited) {
      const protozero::data_view field = reader.get_view();
      const Shape* const inside = shape.inside(reader.tag());
      sum += inside == nullptr ? field.size() : Walk(field, *inside);
    } else if (reader.wire_type() == protozero::pbf_wire_type::varint) {
      sum += reader.get_uint64();
    } else {
      reader.skip();
    }
  }
  return sum;
}

}  // namespace

uint64_t BareWalk(std::string_view profile) {
  return Walk({profile.data(), profile.size()}, kProfile);
}

}  // namespace profiler::bench
