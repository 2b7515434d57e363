// Mutates messages of protobuf's wire format by fields rather than bytes, so that lengths stay
// right and mutations reach deep. It needs no schema.
#ifndef TESTS_FUZZ_WIRE_MUTATE_WIRE_H_
#define TESTS_FUZZ_WIRE_MUTATE_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {

// One encoded field: a varint, 4 or 8 bytes, or bytes that may be a message themselves.
struct WireField {
  uint32_t number = 0;
  uint32_t type = 0;
  uint64_t varint = 0;     // of type 0
  std::string_view bytes;  // of other types
};

// All fields, or none if the bytes are not a message.
std::vector<WireField> ParseWire(std::string_view bytes);
std::string EncodeWire(const std::vector<WireField>& fields);

class WireMutator {
 public:
  // Mutates bytes that are not a message; the result is at most `max_size` long.
  using MutateBytes = std::function<std::string(std::string bytes, size_t max_size)>;

  WireMutator(uint32_t seed, MutateBytes mutate_bytes)
      : random_(seed), mutate_bytes_(std::move(mutate_bytes)) {}

  // Makes one change somewhere in the message. Bytes that are not a message are mutated as bytes.
  std::string Mutate(std::string_view message, size_t max_size);
  // Combines some fields of each message.
  std::string Cross(std::string_view a, std::string_view b, size_t max_size);

 private:
  std::string MutateAt(std::string_view message, size_t max_size, int depth);
  void ChangeFields(std::vector<WireField>& fields, size_t room);
  void ChangeValue(WireField& field, size_t room);
  void ChangeTag(WireField& field);
  uint64_t ChangedVarint(uint64_t value);
  size_t Below(size_t n) { return random_() % n; }
  std::string_view Keep(std::string bytes);

  std::minstd_rand random_;
  const MutateBytes mutate_bytes_;
  std::deque<std::string> kept_;  // what fields point into
};

}  // namespace profiler

#endif  // TESTS_FUZZ_WIRE_MUTATE_WIRE_H_
