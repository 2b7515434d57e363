#ifndef PROFILER_READERS_CHECKPOINT_CRC32C_H_
#define PROFILER_READERS_CHECKPOINT_CRC32C_H_

#include <cstdint>
#include <string_view>

namespace profiler {

uint32_t Crc32c(std::string_view bytes);

// Masks a CRC in the way TensorFlow and LevelDB do before they store it, because a CRC over bytes
// that contain CRCs is weak.
constexpr uint32_t MaskCrc32c(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xa282ead8U; }

}  // namespace profiler

#endif  // PROFILER_READERS_CHECKPOINT_CRC32C_H_
