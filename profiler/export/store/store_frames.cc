#include "profiler/export/store/store_frames.h"

#include <zstd.h>

#include <protozero/pbf_writer.hpp>

#include "profiler/base/status.h"

namespace profiler {
namespace {

using store_file::Table;

constexpr size_t kFrameBytes = 1 << 20;  // a frame is written at this size
constexpr int kZstdLevel = 3, kZstdLevelOfSmall = 19;

}  // namespace

struct StoreFrames::Compressor {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  Compressor() = default;
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;
  ~Compressor() { ZSTD_freeCCtx(context); }
};

StoreFrames::StoreFrames(OutputFile& file, const RunContext& context, uint8_t format,
                         bool packs_well)
    : file_(file),
      context_(context),
      packs_well_(packs_well),
      compressor_(std::make_unique<Compressor>()) {
  packed_ = store_file::kMagic;  // before the first frame
  packed_ += static_cast<char>(format);
  std::string header;
  protozero::pbf_writer(header).add_uint32(1, format);
  AddField(Table::kHeader, header);
}

StoreFrames::~StoreFrames() = default;

void StoreFrames::AddField(Table table, std::string_view message) {
  protozero::pbf_writer(content_).add_message(static_cast<uint32_t>(table), message.data(),
                                              message.size());
}

absl::Status StoreFrames::Add(Table table, std::string_view message) {
  AddField(table, message);
  return content_.size() < kFrameBytes ? absl::OkStatus() : Flush();
}

absl::Status StoreFrames::Flush() {
  PROFILER_RETURN_IF_ERROR(context_.Check());
  if (compressor_->context == nullptr) {
    return absl::ResourceExhaustedError("-output store: there is not enough memory to pack it");
  }
  ZSTD_CCtx_setParameter(compressor_->context, ZSTD_c_compressionLevel,
                         packs_well_ ? kZstdLevelOfSmall : kZstdLevel);
  ZSTD_CCtx_setParameter(compressor_->context, ZSTD_c_checksumFlag, 1);
  const size_t before = packed_.size();
  packed_.resize(before + ZSTD_compressBound(content_.size()));
  const size_t size = ZSTD_compress2(compressor_->context, packed_.data() + before,
                                     packed_.size() - before, content_.data(), content_.size());
  if (ZSTD_isError(size) != 0) {
    return absl::InternalError(std::string("-output store: ") + ZSTD_getErrorName(size));
  }
  packed_.resize(before + size);
  content_bytes_ += content_.size();
  content_.clear();
  return Append(packed_);
}

absl::Status StoreFrames::Append(std::string_view bytes) {
  file_bytes_ += bytes.size();
  PROFILER_RETURN_IF_ERROR(file_.Append(bytes));
  packed_.clear();
  return absl::OkStatus();
}

// Pads the file, because readers refuse a file that is too short for its content.
absl::Status StoreFrames::Pad() {
  if (content_bytes_ <= store_file::MostContent(file_bytes_)) return absl::OkStatus();
  const uint64_t missing =
      (content_bytes_ - store_file::kFreeBytes) / store_file::kMaxRatio + 1 - file_bytes_;
  std::string frame = "\x50\x2a\x4d\x18";  // a frame that readers skip
  for (int i = 0; i < 4; ++i) frame += static_cast<char>(missing >> 8 * i);
  frame.append(missing, '\0');
  return Append(frame);
}

absl::Status StoreFrames::Finish() {
  std::string end;
  protozero::pbf_writer(end).add_uint64(1, content_bytes_ + content_.size());
  AddField(Table::kEnd, end);
  PROFILER_RETURN_IF_ERROR(Flush());
  return Pad();
}

void StoreTable::Flush() {
  message_.clear();
  const size_t rows = chunk_.rows();
  chunk_.Write(rows_before_, message_);
  rows_before_ += rows;
  if (status_.ok()) status_ = frames_.Add(table_, message_);
}

}  // namespace profiler
