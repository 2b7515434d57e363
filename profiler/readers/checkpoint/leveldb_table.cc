#include "profiler/readers/checkpoint/leveldb_table.h"

#include <fmt/format.h>
#include <leveldb/env.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>
#include <leveldb/table.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <protozero/varint.hpp>

#include "profiler/base/status.h"

namespace profiler {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb"sv;
constexpr size_t kFooterSize = 48;
constexpr size_t kBlockTrailerSize = 5;  // the compression and the checksum
constexpr char kNotCompressed = 0;

// A file in memory, with the interface that LevelDB reads from.
class MemoryFile : public leveldb::RandomAccessFile {
 public:
  explicit MemoryFile(std::string_view bytes) : bytes_(bytes) {}

  leveldb::Status Read(uint64_t offset, size_t n, leveldb::Slice* result, char*) const override {
    const size_t begin = std::min<uint64_t>(offset, bytes_.size());
    const std::string_view part = bytes_.substr(begin, n);
    *result = leveldb::Slice(part.data(), part.size());
    return leveldb::Status::OK();
  }

 private:
  const std::string_view bytes_;
};

// Checks all blocks before LevelDB reads them, because LevelDB allocates the sizes that a file
// claims before it checks the file's size, and unpacks compressed blocks to any claimed size.
class BlockChecker {
 public:
  explicit BlockChecker(std::string_view file)
      : file_(file), blocks_end_(file.size() - kFooterSize) {}

  absl::Status Check() const {
    std::string_view footer = file_.substr(blocks_end_);
    std::string_view meta_index, index;
    PROFILER_RETURN_IF_ERROR(TakeBlock(footer, "the meta index", meta_index));
    PROFILER_RETURN_IF_ERROR(TakeBlock(footer, "the index", index));
    if (index.size() < 4) return Damaged("its index is too short");
    // The index has one entry per block, with the block's last key and its position. LevelDB checks
    // the restart points after the entries.
    const auto restarts = static_cast<unsigned char>(index[index.size() - 4]) |
                          static_cast<unsigned char>(index[index.size() - 3]) << 8 |
                          static_cast<unsigned char>(index[index.size() - 2]) << 16 |
                          uint64_t{static_cast<unsigned char>(index[index.size() - 1])} << 24;
    if (restarts > index.size() / 4 - 1) return Damaged("its index has no restart points");
    index.remove_suffix(4 * (restarts + 1));
    while (!index.empty()) {
      uint64_t shared = 0, own = 0, value = 0;
      if (!TakeVarint(index, shared) || !TakeVarint(index, own) || !TakeVarint(index, value) ||
          own > index.size() || value > index.size() - own) {
        return Damaged("an entry of its index is cut");
      }
      std::string_view place = index.substr(own, value), block;
      index.remove_prefix(own + value);
      PROFILER_RETURN_IF_ERROR(TakeBlock(place, "a block", block));
    }
    return absl::OkStatus();
  }

 private:
  static absl::Status Damaged(std::string_view what) {
    return absl::DataLossError(fmt::format(
        "the table is damaged: {}; copy the file again from where it was written", what));
  }

  static bool TakeVarint(std::string_view& bytes, uint64_t& number) {
    const char* at = bytes.data();
    try {
      number = protozero::decode_varint(&at, bytes.data() + bytes.size());
    } catch (const protozero::exception&) {
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(at - bytes.data()));
    return true;
  }

  // Checks the block whose position is at the start of `bytes`, and removes the position from
  // `bytes`.
  absl::Status TakeBlock(std::string_view& bytes, std::string_view what,
                         std::string_view& block) const {
    uint64_t offset = 0, size = 0;
    if (!TakeVarint(bytes, offset) || !TakeVarint(bytes, size)) {
      return Damaged(fmt::format("the place of {} is cut", what));
    }
    if (offset > blocks_end_ || size > blocks_end_ - offset ||
        blocks_end_ - offset - size < kBlockTrailerSize) {
      return Damaged(
          fmt::format("{} would lie at byte {}, beyond the end of the file", what, offset));
    }
    block = file_.substr(offset, size);
    if (file_[offset + size] != kNotCompressed) {
      return Damaged(
          fmt::format("{} at byte {} is compressed, which TensorFlow never does", what, offset));
    }
    return absl::OkStatus();
  }

  const std::string_view file_;
  const size_t blocks_end_;
};

absl::Status FromLevelDb(const leveldb::Status& status) {
  if (status.ok()) return absl::OkStatus();
  return absl::DataLossError(
      fmt::format("the table is damaged: {}; copy the file again from where it was written",
                  status.ToString()));
}

}  // namespace

absl::Status ForEachTableEntry(
    std::string_view file,
    const std::function<void(std::string_view key, std::string_view value)>& entry) {
  if (file.size() < kFooterSize || !file.ends_with(kMagic)) {
    return absl::InvalidArgumentError(
        "it does not end as a LevelDB table does: it was cut, or it is no index of a checkpoint");
  }
  PROFILER_RETURN_IF_ERROR(BlockChecker(file).Check());
  leveldb::Options options;
  options.paranoid_checks = true;
  const MemoryFile memory(file);
  leveldb::Table* opened = nullptr;
  const leveldb::Status status =
      leveldb::Table::Open(options, const_cast<MemoryFile*>(&memory), file.size(), &opened);
  const std::unique_ptr<leveldb::Table> table(opened);
  if (!status.ok()) return FromLevelDb(status);

  leveldb::ReadOptions read;
  read.verify_checksums = true;
  const std::unique_ptr<leveldb::Iterator> it(table->NewIterator(read));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    entry({it->key().data(), it->key().size()}, {it->value().data(), it->value().size()});
  }
  return FromLevelDb(it->status());
}

}  // namespace profiler
