// libFuzzer's mutators for targets whose input is a protobuf message: link it to these.
#include <algorithm>
#include <cstdint>
#include <string>

#include "tests/fuzz/wire/mutate_wire.h"

// Only libFuzzer has it; replays do not mutate.
extern "C" [[gnu::weak]] size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

std::string MutateBytes(std::string bytes, size_t max_size) {
  const size_t size = std::min(bytes.size(), max_size);
  bytes.resize(max_size);
  if (max_size == 0) return bytes;
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(bytes.data()), size, max_size));
  return bytes;
}

std::string_view Text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  profiler::WireMutator mutator(seed, MutateBytes);
  const std::string mutated = mutator.Mutate(Text(data, size), max_size);
  std::copy(mutated.begin(), mutated.end(), data);
  return mutated.size();
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t a_size, const uint8_t* b,
                                            size_t b_size, uint8_t* out, size_t max_size,
                                            unsigned int seed) {
  profiler::WireMutator mutator(seed, MutateBytes);
  const std::string crossed = mutator.Cross(Text(a, a_size), Text(b, b_size), max_size);
  std::copy(crossed.begin(), crossed.end(), out);
  return crossed.size();
}
