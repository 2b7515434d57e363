#include "profiler/readers/store/store_frames.h"

#include <zstd.h>
#include <zstd_errors.h>

#include "profiler/store/file/format.h"

namespace profiler {
namespace {

using namespace std::string_view_literals;

// Other kinds of frames that the library supports are not safe for untrusted files.
bool IsFrame(std::string_view bytes) {
  return bytes.starts_with("\x28\xb5\x2f\xfd"sv) || bytes.substr(1).starts_with("\x2a\x4d\x18"sv);
}

}  // namespace

struct StoreFrameReader::Decompressor {
  ZSTD_DCtx* const context = ZSTD_createDCtx();
  Decompressor() = default;
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  ~Decompressor() { ZSTD_freeDCtx(context); }
};

StoreFrameReader::StoreFrameReader(std::string_view file)
    : file_(file),
      decompressor_(std::make_unique<Decompressor>()),
      next_(store_file::kHeaderBytes) {}

StoreFrameReader::~StoreFrameReader() = default;

bool StoreFrameReader::Fail(Stop stop) {
  content_.clear();
  stop_ = stop;
  return false;
}

bool StoreFrameReader::Next() {
  if (stop_ != Stop::kNone) return false;
  offset_ = next_;
  const std::string_view rest = file_.substr(offset_);
  if (rest.empty()) return Fail(Stop::kEnd);
  if (rest.size() < 4) return Fail(Stop::kTruncated);
  if (!IsFrame(rest)) return Fail(Stop::kDamaged);
  const size_t packed = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
  if (ZSTD_isError(packed) != 0) {
    return Fail(ZSTD_getErrorCode(packed) == ZSTD_error_srcSize_wrong ? Stop::kTruncated
                                                                      : Stop::kDamaged);
  }
  const unsigned long long size = ZSTD_getFrameContentSize(rest.data(), rest.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) {
    return Fail(Stop::kDamaged);
  }
  if (size > store_file::kMaxFrameBytes ||
      (content_bytes_ += size) > store_file::MostContent(file_.size())) {
    return Fail(Stop::kTooMuch);
  }
  content_.resize(size);
  const size_t unpacked =
      ZSTD_decompressDCtx(decompressor_->context, content_.data(), size, rest.data(), packed);
  if (ZSTD_isError(unpacked) != 0 || unpacked != size) return Fail(Stop::kDamaged);
  next_ += packed;
  return true;
}

}  // namespace profiler
