#include "profiler/io/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr size_t kMaxInflated = 64 << 10;
// kMaxInflated bytes of content never take more packed bytes than this, even if incompressible.
constexpr size_t kMaxDeflated = 128 << 10;
constexpr int kGzipOnly = 16 + MAX_WBITS;

constexpr size_t kAlwaysInflated = size_t{32} << 20;
constexpr size_t kMostRatio = 100;
constexpr size_t kChunk = size_t{1} << 20;

// The 32-bit number that ends `from_end` bytes before the end of the file; 0 if there is none.
uint32_t NumberBeforeEnd(std::string_view gzip, size_t from_end) {
  if (gzip.size() < from_end + 4) return 0;
  const size_t begin = gzip.size() - from_end - 4;
  uint32_t number = 0;
  for (size_t i = 0; i < 4; ++i) {
    number |= uint32_t{static_cast<unsigned char>(gzip[begin + i])} << (8 * i);
  }
  return number;
}

// The unpacked length that the last member records. Only a hint: it has 32 bits and covers one
// member.
size_t SaidLength(std::string_view gzip) { return NumberBeforeEnd(gzip, 0); }

// Returns how inflating ended, or nullopt if it is not at the end.
std::optional<Inflated::End> EndOf(int result, bool has_input) {
  if (result == Z_OK) return std::nullopt;
  if (result == Z_BUF_ERROR) {
    return has_input ? std::nullopt : std::optional(Inflated::End::kCut);
  }
  return Inflated::End::kDamaged;
}

// Inflates to `bytes`, of which the first `filled` bytes are content and the rest is unused.
absl::StatusOr<Inflated::End> InflateTo(std::string& bytes, size_t& filled, std::string_view gzip,
                                        size_t most_bytes, RunContext& context) {
  z_stream stream = {};
  if (inflateInit2(&stream, kGzipOnly) != Z_OK) {
    return absl::ResourceExhaustedError("there is no memory to unpack the file");
  }
  const std::unique_ptr<z_stream, int (*)(z_streamp)> end(&stream, &inflateEnd);
  bytes.reserve(std::min(SaidLength(gzip), most_bytes) + kChunk);
  size_t taken = 0;  // of `gzip`, passed to zlib, whose lengths have 32 bits
  while (true) {
    if (stream.avail_in == 0) {
      const size_t part = std::min(gzip.size() - taken, kChunk);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data() + taken));
      stream.avail_in = static_cast<uInt>(part);
      taken += part;
      PROFILER_RETURN_IF_ERROR(context.Check());
    }
    // Fills a chunk before the next chunk is added, because a file may have many small members.
    if (filled == bytes.size()) bytes.resize(filled + kChunk);
    const size_t room = bytes.size() - filled;
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + filled);
    stream.avail_out = static_cast<uInt>(room);
    const int result = inflate(&stream, Z_NO_FLUSH);
    filled += room - stream.avail_out;
    if (filled > most_bytes) return Inflated::End::kTooLarge;
    const bool has_input = stream.avail_in > 0 || taken < gzip.size();
    if (result == Z_STREAM_END) {
      // Padding after the last member is not damage.
      if (!IsGzip(gzip.substr(taken - stream.avail_in))) return Inflated::End::kWhole;
      PROFILER_RETURN_IF_ERROR(context.Check());
      inflateReset(&stream);
    } else if (const auto stop = EndOf(result, has_input)) {
      return *stop;
    }
  }
}

}  // namespace

bool IsGzip(std::string_view bytes) { return bytes.substr(0, 3) == "\x1f\x8b\x08"; }

std::string InflateBeginning(std::string_view gzip) {
  z_stream stream = {};
  if (inflateInit2(&stream, kGzipOnly) != Z_OK) return "";
  std::string inflated(kMaxInflated, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
  stream.avail_in = static_cast<uInt>(std::min(gzip.size(), kMaxDeflated));
  stream.next_out = reinterpret_cast<Bytef*>(inflated.data());
  stream.avail_out = static_cast<uInt>(inflated.size());
  inflate(&stream, Z_SYNC_FLUSH);  // on an error the bytes before it are used
  inflated.resize(stream.total_out);
  inflateEnd(&stream);
  return inflated;
}

UnpackedCheck CheckOfUnpacked(std::string_view gzip) {
  return {NumberBeforeEnd(gzip, 4), NumberBeforeEnd(gzip, 0)};
}

UnpackedCheck CheckOf(std::string_view content) {
  uLong crc = crc32_z(0, nullptr, 0);
  crc = crc32_z(crc, reinterpret_cast<const Bytef*>(content.data()), content.size());
  return {static_cast<uint32_t>(crc), static_cast<uint32_t>(content.size())};
}

size_t MostInflated(size_t packed_bytes) {
  return std::max(kAlwaysInflated, packed_bytes * kMostRatio);
}

absl::StatusOr<Inflated> Inflate(std::string_view gzip, size_t most_bytes, RunContext& context) {
  Inflated inflated;
  size_t filled = 0;
  PROFILER_ASSIGN_OR_RETURN(inflated.end,
                            InflateTo(inflated.bytes, filled, gzip, most_bytes, context));
  inflated.bytes.resize(filled);
  return inflated;
}

}  // namespace profiler
