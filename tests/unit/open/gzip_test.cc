// Input packed with gzip, in one member or in many.
#include "profiler/io/gzip.h"

#include <zlib.h>

#include <catch2/catch.hpp>
#include <ctime>
#include <random>
#include <string>

namespace profiler {
namespace {

std::string Packed(const std::string& bytes) {
  z_stream stream = {};
  REQUIRE(deflateInit2(&stream, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string Noise(size_t bytes) {
  std::mt19937 random(3);
  std::string text(bytes, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

Inflated Inflate(const std::string& gzip, size_t most_bytes = size_t{1} << 30) {
  RunContext context;
  absl::StatusOr<Inflated> inflated = Inflate(gzip, most_bytes, context);
  REQUIRE(inflated.ok());
  return *std::move(inflated);
}

TEST_CASE("gzip: members are put together, whatever their lengths") {
  std::string gzip, want;
  for (const size_t bytes : {0u, 1u, 100u, (1u << 20) - 101, 1u << 20, 0u, 3'000'000u, 5u}) {
    const std::string part = Noise(bytes);
    gzip += Packed(part);
    want += part;
  }
  const Inflated whole = Inflate(gzip + std::string(512, '\0'));
  CHECK(whole.end == Inflated::End::kWhole);
  CHECK((whole.bytes == want));
  const Inflated cut = Inflate(gzip.substr(0, gzip.size() - 4));
  CHECK(cut.end == Inflated::End::kCut);
  CHECK((cut.bytes == want));  // only the last member's checksum is missing
  CHECK(Inflate(gzip, want.size()).end == Inflated::End::kWhole);
  CHECK(Inflate(gzip, want.size() - 1).end == Inflated::End::kTooLarge);
  gzip[gzip.size() / 2] = static_cast<char>(gzip[gzip.size() / 2] ^ 1);
  const Inflated damaged = Inflate(gzip);
  CHECK(damaged.end == Inflated::End::kDamaged);
  CHECK(damaged.bytes.size() < want.size());
}

TEST_CASE("gzip: empty members cost next to nothing, and an interrupt ends it") {
  std::string gzip = Packed("text");
  const std::string empty = Packed("");
  for (int i = 0; i < 100'000; ++i) gzip += empty;
  const std::clock_t start = std::clock();
  CHECK(Inflate(gzip).bytes == "text");
  // 0.9 s with a chunk each.
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 0.5);

  RunContext context;
  context.Cancel();
  CHECK(absl::IsCancelled(Inflate(gzip, size_t{1} << 30, context).status()));
}

}  // namespace
}  // namespace profiler
