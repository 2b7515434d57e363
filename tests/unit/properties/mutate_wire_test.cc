// The mutator of fuzz targets: its output is mostly a valid message, changed, and of bounded size.
#include "tests/fuzz/wire/mutate_wire.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/unit/properties/generated_profile.h"

namespace profiler {
namespace {

std::string Reversed(std::string bytes, size_t max_size) {
  std::reverse(bytes.begin(), bytes.end());
  bytes.resize(std::min(bytes.size(), max_size));
  return bytes;
}

TEST_CASE("mutate wire: a message that is taken apart can be put together again") {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::string bytes = ProfileProtoGenerator(seed).Make().SerializeAsString();
    CHECK(EncodeWire(ParseWire(bytes)) == bytes);
  }
  CHECK(ParseWire("\x0a\x05"
                  "abc")
            .empty());  // its length is beyond the end
  CHECK(ParseWire("").empty());
}

TEST_CASE("mutate wire: results are bounded, and most are other messages") {
  int messages = 0, changed = 0;
  constexpr int kTries = 2000;
  const std::string bytes = ProfileProtoGenerator(3).Make().SerializeAsString();
  for (uint32_t seed = 0; seed < kTries; ++seed) {
    WireMutator mutator(seed * 7919 + 1, Reversed);
    const size_t max_size = bytes.size() + seed % 100;
    const std::string mutated = mutator.Mutate(bytes, max_size);
    REQUIRE(mutated.size() <= max_size);
    tensorflow::tfprof::ProfileProto parsed;
    messages += !ParseWire(mutated).empty();
    changed += mutated != bytes;
  }
  CHECK(messages > kTries * 8 / 10);
  CHECK(changed > kTries * 8 / 10);
}

TEST_CASE("mutate wire: a cross holds fields of both and is bounded") {
  const std::string a = ProfileProtoGenerator(1).Make().SerializeAsString();
  const std::string b = ProfileProtoGenerator(2).Make().SerializeAsString();
  for (uint32_t seed = 1; seed < 200; ++seed) {
    WireMutator mutator(seed, Reversed);
    CHECK(mutator.Cross(a, b, a.size()).size() <= a.size());
    const std::string crossed = mutator.Cross(a, b, a.size() + b.size());
    CHECK(EncodeWire(ParseWire(crossed)) == crossed);
  }
  WireMutator mutator(1, Reversed);
  CHECK(mutator.Mutate("", 0).empty());
}

}  // namespace
}  // namespace profiler
