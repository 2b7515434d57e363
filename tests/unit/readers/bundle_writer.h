// Writes checkpoints in TensorFlow's format to memory, valid or invalid as a test needs.
#ifndef TESTS_UNIT_READERS_BUNDLE_WRITER_H_
#define TESTS_UNIT_READERS_BUNDLE_WRITER_H_

#include <leveldb/env.h>
#include <leveldb/options.h>
#include <leveldb/table_builder.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/checkpoint/crc32c.h"
#include "profiler/readers/common/checkpoint_slice.h"
#include "proto/tensor_bundle.pb.h"

namespace profiler {

// A LevelDB table of these entries.
inline std::string WriteTable(const std::map<std::string, std::string>& entries,
                              size_t block_size = 262144,
                              leveldb::CompressionType compression = leveldb::kNoCompression) {
  class StringFile : public leveldb::WritableFile {
   public:
    leveldb::Status Append(const leveldb::Slice& data) override {
      bytes.append(data.data(), data.size());
      return leveldb::Status::OK();
    }
    leveldb::Status Close() override { return leveldb::Status::OK(); }
    leveldb::Status Flush() override { return leveldb::Status::OK(); }
    leveldb::Status Sync() override { return leveldb::Status::OK(); }

    std::string bytes;
  };
  StringFile file;
  leveldb::Options options;
  options.block_size = block_size;
  options.compression = compression;
  leveldb::TableBuilder builder(options, &file);
  for (const auto& [key, value] : entries) builder.Add(key, value);
  builder.Finish();
  return file.bytes;
}

class BundleWriter {
 public:
  BundleWriter() {
    header.set_num_shards(1);
    header.mutable_version()->set_producer(1);
  }

  // An entry for the next bytes of the data file.
  tensorflow::BundleEntryProto Entry(tensorflow::DataType dtype, const std::vector<int64_t>& shape,
                                     std::string_view bytes) {
    tensorflow::BundleEntryProto entry;
    entry.set_dtype(dtype);
    for (const int64_t dim : shape) entry.mutable_shape()->add_dim()->set_size(dim);
    entry.set_offset(static_cast<int64_t>(data.size()));
    entry.set_size(static_cast<int64_t>(bytes.size()));
    entry.set_crc32c(MaskCrc32c(Crc32c(bytes)));
    data += bytes;
    return entry;
  }

  void Add(const std::string& name, tensorflow::DataType dtype, const std::vector<int64_t>& shape,
           std::string_view bytes) {
    entries[name] = Entry(dtype, shape, bytes);
  }

  // Adds a part of a variable; the first part also adds the variable's own entry.
  void AddPart(const std::string& name, tensorflow::DataType dtype,
               const std::vector<int64_t>& shape, const TensorSlice& slice,
               std::string_view bytes) {
    tensorflow::BundleEntryProto& whole = entries[name];
    whole.set_dtype(dtype);
    whole.clear_shape();
    for (const int64_t dim : shape) whole.mutable_shape()->add_dim()->set_size(dim);
    tensorflow::TensorSliceProto& proto = *whole.add_slices();
    for (size_t d = 0; d < slice.start.size(); ++d) {
      auto& extent = *proto.add_extent();
      extent.set_start(slice.start[d]);
      if (slice.length[d] != TensorSlice::kWhole) extent.set_length(slice.length[d]);
    }
    TensorSlice place = slice;
    Resolve(shape, place);
    entries[SliceKey(name, slice)] = Entry(dtype, place.length, bytes);
  }

  std::string Index(size_t block_size = 262144) const {
    std::map<std::string, std::string> table = {{"", header.SerializeAsString()}};
    for (const auto& [key, entry] : entries) table[key] = entry.SerializeAsString();
    return WriteTable(table, block_size);
  }

  tensorflow::BundleHeaderProto header;
  std::map<std::string, tensorflow::BundleEntryProto> entries;
  std::string data;
};

}  // namespace profiler

#endif  // TESTS_UNIT_READERS_BUNDLE_WRITER_H_
