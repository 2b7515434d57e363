#include "profiler/readers/checkpoint/crc32c.h"

#include <array>
#include <cstddef>

namespace profiler {
namespace {

constexpr uint32_t kPolynomial = 0x82f63b78;  // bit-reversed

// Eight tables: the effect of a byte on the checksum when 0 to 7 more bytes follow it. Data files
// have gigabytes, and a single table is five times slower.
using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables MakeTables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (uint32_t byte = 0; byte < 256; ++byte) {
    for (size_t k = 1; k < 8; ++k) {
      const uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 0xff];
    }
  }
  return tables;
}
constexpr Tables kTables = MakeTables();

}  // namespace

uint32_t Crc32c(std::string_view bytes) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  size_t left = bytes.size();
  uint32_t crc = ~0U;
  for (; left >= 8; left -= 8, at += 8) {
    const uint32_t low = crc ^ (at[0] | at[1] << 8 | at[2] << 16 | uint32_t{at[3]} << 24);
    crc = kTables[7][low & 0xff] ^ kTables[6][(low >> 8) & 0xff] ^ kTables[5][(low >> 16) & 0xff] ^
          kTables[4][low >> 24] ^ kTables[3][at[4]] ^ kTables[2][at[5]] ^ kTables[1][at[6]] ^
          kTables[0][at[7]];
  }
  for (; left > 0; --left, ++at) crc = (crc >> 8) ^ kTables[0][(crc ^ *at) & 0xff];
  return ~crc;
}

}  // namespace profiler
