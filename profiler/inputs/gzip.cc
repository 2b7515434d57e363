#include "profiler/inputs/gzip.h"

#include <zlib.h>

#include <algorithm>

namespace profiler {
namespace {

constexpr size_t kMaxInflated = 64 << 10;
constexpr size_t kMaxDeflated = 128 << 10;  // more than that much takes even if incompressible
constexpr int kGzipOnly = 16 + MAX_WBITS;

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
  inflate(&stream, Z_SYNC_FLUSH);  // an error ends it early: what came before is used
  inflated.resize(stream.total_out);
  inflateEnd(&stream);
  return inflated;
}

}  // namespace profiler
