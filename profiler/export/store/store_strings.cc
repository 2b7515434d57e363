#include "profiler/export/store/store_strings.h"

#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>

#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr size_t kPieceBytes = 1 << 20;

class StringsWriter {
 public:
  explicit StringsWriter(StoreFrames& frames) : frames_(frames) {}

  absl::Status Add(std::string_view text) {
    while (text.size() > kPieceBytes) {
      AddPiece(text.substr(0, kPieceBytes));
      PROFILER_RETURN_IF_ERROR(Flush(/*last_is_partial=*/true));
      text.remove_prefix(kPieceBytes);
    }
    AddPiece(text);
    ++rows_;
    return chunk_.size() < kPieceBytes ? absl::OkStatus() : Flush(/*last_is_partial=*/false);
  }

  absl::Status Flush(bool last_is_partial) {
    protozero::pbf_writer out(chunk_);
    if (rows_before_ > 0) out.add_uint64(store_file::kFirstRow, rows_before_);
    if (last_is_partial) out.add_bool(store_file::kLastIsPartial, true);
    absl::Status status = frames_.Add(store_file::Table::kStrings, chunk_);
    rows_before_ += rows_;
    rows_ = 0;
    chunk_.clear();
    return status;
  }

 private:
  void AddPiece(std::string_view piece) {
    protozero::pbf_writer(chunk_).add_bytes(store_file::kFirstColumn, piece.data(), piece.size());
  }

  StoreFrames& frames_;
  std::string chunk_;
  uint64_t rows_ = 0, rows_before_ = 0;  // complete texts in this chunk, and in earlier chunks
};

}  // namespace

absl::Status WriteStoreStrings(const Strings& strings, StoreFrames& frames) {
  StringsWriter writer(frames);
  for (uint32_t id = 0; id < strings.size(); ++id) {
    PROFILER_RETURN_IF_ERROR(writer.Add(strings[StringId(id)]));
  }
  return writer.Flush(/*last_is_partial=*/false);
}

}  // namespace profiler
