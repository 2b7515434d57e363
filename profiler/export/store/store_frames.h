#ifndef PROFILER_EXPORT_STORE_STORE_FRAMES_H_
#define PROFILER_EXPORT_STORE_STORE_FRAMES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/export/output_file.h"
#include "profiler/export/store/store_chunk.h"
#include "profiler/store/file/format.h"

namespace profiler {

// Packs the fields of message Store into frames and writes them as they fill.
class StoreFrames {
 public:
  StoreFrames(OutputFile& file, const RunContext& context);
  ~StoreFrames();

  // A chunk of a table.
  absl::Status Add(store_file::Table table, std::string_view message);
  // The end, which tells how much stands before it.
  absl::Status Finish();

 private:
  struct Compressor;

  void AddField(store_file::Table table, std::string_view message);
  absl::Status Flush();
  absl::Status Append(std::string_view bytes);
  absl::Status Pad();

  OutputFile& file_;
  const RunContext& context_;
  std::unique_ptr<Compressor> compressor_;
  std::string content_;  // of the next frame
  std::string packed_;
  uint64_t content_bytes_ = 0, file_bytes_ = 0;
};

// The rows of one table, chunk by chunk.
class StoreTable {
 public:
  StoreTable(store_file::Table table, StoreFrames& frames) : table_(table), frames_(frames) {}

  // An error is told by Finish().
  template <typename Row>
  void Add(const Row& row) {
    chunk_.Add(row);
    if (chunk_.rows() == kChunkRows) Flush();
  }
  absl::Status Finish() {
    if (chunk_.rows() > 0) Flush();
    return status_;
  }

 private:
  static constexpr size_t kChunkRows = 16 << 10;

  void Flush();

  const store_file::Table table_;
  StoreFrames& frames_;
  StoreChunk chunk_;
  std::string message_;
  uint64_t rows_before_ = 0;
  absl::Status status_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_FRAMES_H_
