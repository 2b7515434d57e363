#include "profiler/export/gzip_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "profiler/base/status.h"

namespace profiler {

struct GzipFile::Stream {
  z_stream zlib = {};
  bool is_ready = false;
};

GzipFile::GzipFile(std::unique_ptr<OutputFile> file)
    : file_(std::move(file)), stream_(std::make_unique<Stream>()) {
  // Of a pprof file level 4 makes 3% more than zlib's own choice, 6, in less than half the time.
  constexpr int kLevel = 4, kGzip = 16 + MAX_WBITS, kMemory = 8;
  stream_->is_ready =
      deflateInit2(&stream_->zlib, kLevel, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) == Z_OK;
}

GzipFile::~GzipFile() {
  if (stream_->is_ready) deflateEnd(&stream_->zlib);
}

absl::Status GzipFile::Deflate(std::string_view bytes, int flush) {
  if (!stream_->is_ready) return absl::ResourceExhaustedError("no memory to compress with");
  z_stream& zlib = stream_->zlib;
  std::array<char, 1 << 16> buffer;
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  zlib.avail_in = static_cast<uInt>(bytes.size());
  do {
    zlib.next_out = reinterpret_cast<Bytef*>(buffer.data());
    zlib.avail_out = static_cast<uInt>(buffer.size());
    deflate(&zlib, flush);  // fails on misuse only
    PROFILER_RETURN_IF_ERROR(file_->Append({buffer.data(), buffer.size() - zlib.avail_out}));
  } while (zlib.avail_out == 0);
  return absl::OkStatus();
}

absl::Status GzipFile::Append(std::string_view bytes) {
  constexpr size_t kMost = std::numeric_limits<uInt>::max();
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kMost);
    PROFILER_RETURN_IF_ERROR(Deflate(part, Z_NO_FLUSH));
    bytes.remove_prefix(part.size());
  }
  return absl::OkStatus();
}

absl::Status GzipFile::Close() {
  PROFILER_RETURN_IF_ERROR(Deflate({}, Z_FINISH));
  return file_->Close();
}

}  // namespace profiler
