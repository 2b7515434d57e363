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

// Packs the fields of message Store into compressed frames and writes each full frame.
class StoreFrames {
 public:
  // With `packs_well` it takes more time for a smaller file.
  StoreFrames(OutputFile& file, const RunContext& context, uint8_t format, bool packs_well);
  ~StoreFrames();

  // Adds a chunk of a table.
  absl::Status Add(store_file::Table table, std::string_view message);
  // Writes the end field, which records the number of bytes before that field.
  absl::Status Finish();

 private:
  struct Compressor;

  void AddField(store_file::Table table, std::string_view message);
  absl::Status Flush();
  absl::Status Append(std::string_view bytes);
  absl::Status Pad();

  OutputFile& file_;
  const RunContext& context_;
  const bool packs_well_;
  std::unique_ptr<Compressor> compressor_;
  std::string content_;  // the content of the next frame
  std::string packed_;
  uint64_t content_bytes_ = 0, file_bytes_ = 0;
};

// Writes the rows of one table, chunk by chunk.
class StoreTable {
 public:
  StoreTable(store_file::Table table, StoreFrames& frames) : table_(table), frames_(frames) {}

  // Finish() returns the first error.
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
