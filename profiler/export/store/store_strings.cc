#include "profiler/export/store/store_strings.h"

#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "profiler/base/status.h"
#include "profiler/store/facts.h"

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

StoredStrings StoredStrings::UsedBy(const Profile& profile) {
  StoredStrings stored(profile.strings);
  stored.has_all_ = false;
  std::vector<char> is_used(profile.strings.size());
  is_used[0] = 1;
  EachTable([&](auto of) {
    if (of.kField == 0) return;
    EachRow(profile, of, [&](const typename decltype(of)::Row& row) {
      EachColumn(row, [&](const ColumnLine& line, const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, StringId>) {
          if (line.coding != Coding::kDerived && value.valid()) is_used[value.row()] = 1;
        }
      });
    });
  });
  uint32_t next = 0;
  for (const char used : is_used) stored.ids_.push_back(used != 0 ? StringId(next++) : StringId());
  return stored;
}

absl::Status StoredStrings::Write(StoreFrames& frames) const {
  StringsWriter writer(frames);
  for (uint32_t id = 0; id < strings_.size(); ++id) {
    if (!has_all_ && !ids_[id].valid()) continue;
    PROFILER_RETURN_IF_ERROR(writer.Add(strings_[StringId(id)]));
  }
  return writer.Flush(/*last_is_partial=*/false);
}

}  // namespace profiler
