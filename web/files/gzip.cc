#include "web/files/gzip.h"

#include <zlib.h>

#include <algorithm>

namespace profiler::web {

absl::StatusOr<std::string> Gzip(std::string_view bytes, Packing packing) {
  constexpr int kGzipFormat = 16;  // added to the bits of the window
  constexpr int kMemoryLevel = 8;  // zlib's default
  constexpr size_t kMostAtOnce = 1 << 30;
  z_stream stream = {};
  const int level = packing == Packing::kFast ? Z_BEST_SPEED : Z_BEST_COMPRESSION;
  if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + kGzipFormat, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return absl::ResourceExhaustedError("no memory to compress the answer");
  }
  std::string packed;
  constexpr size_t kFirstBytes = 1 << 12;
  packed.resize(std::max(kFirstBytes, bytes.size() / 8));
  size_t used = 0;
  int result = Z_OK;
  while (result != Z_STREAM_END) {
    if (stream.avail_in == 0 && !bytes.empty()) {
      const size_t taken = std::min(bytes.size(), kMostAtOnce);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(taken);
      bytes.remove_prefix(taken);
    }
    if (used == packed.size()) packed.resize(2 * packed.size());
    const size_t room = std::min(packed.size() - used, kMostAtOnce);
    stream.next_out = reinterpret_cast<Bytef*>(packed.data() + used);
    stream.avail_out = static_cast<uInt>(room);
    result = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    used += room - stream.avail_out;
  }
  deflateEnd(&stream);
  packed.resize(used);
  return packed;
}

}  // namespace profiler::web
