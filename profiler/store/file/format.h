// What the exporter and the reader of a store agree on, beside the columns; proto/store.proto
// describes the file.
#ifndef PROFILER_STORE_FILE_FORMAT_H_
#define PROFILER_STORE_FILE_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "profiler/store/schema.h"

namespace profiler::store_file {

// Before the format's number, which is one byte.
inline constexpr std::string_view kMagic = "\x89PFSTR\n";
inline constexpr uint8_t kFormat = 1;
inline constexpr size_t kHeaderBytes = 8;

// Of what one frame has when it is unpacked, and with it of every message and text piece.
inline constexpr uint64_t kMaxFrameBytes = 64 << 20;

// A file is at least so long for what is in it: one that holds more would be there to fill memory.
// The exporter pads the rare store that packs better.
inline constexpr uint64_t kMaxRatio = 1000;
inline constexpr uint64_t kFreeBytes = 8 << 20;  // that any file may hold
constexpr uint64_t MostContent(uint64_t file_bytes) {
  return file_bytes > UINT64_MAX / kMaxRatio - kFreeBytes ? UINT64_MAX
                                                          : kFreeBytes + kMaxRatio * file_bytes;
}

// The rows of all tables take at most so much memory, whatever they pack to.
constexpr uint64_t MostRowBytes(uint64_t file_bytes) {
  constexpr uint64_t kFreeRowBytes = 256 << 20;
  return file_bytes > UINT64_MAX / kMaxRatio - kFreeRowBytes
             ? UINT64_MAX
             : kFreeRowBytes + kMaxRatio * file_bytes;
}

// Of a tensor: as many as any view shows, and so need be in the file.
inline constexpr int64_t kTensorValues = 5001;

// The fields of message Store, in the order in which they stand.
#define PROFILER_STORE_FIELD(how, field, Name, ...) k##Name = (field),
enum class Table : uint32_t {
  kHeader = 1,
  kStrings = 2,
  PROFILER_TABLES(PROFILER_STORE_FIELD)  //
  kTensorValues = 32,
  kEnd = 33,
};
#undef PROFILER_STORE_FIELD

// Fields that all chunks of tables have; columns follow.
inline constexpr uint32_t kFirstRow = 1, kTimeUnit = 2, kFirstColumn = 3;
// Of strings: the last text goes on in the next chunk.
inline constexpr uint32_t kLastIsPartial = 4;

// The fields of message TensorValues.
enum class TensorField : uint32_t {
  kName = kFirstColumn,
  kDtype,
  kShape,
  kSingles,
  kReals,
  kIntegers,
  kWideIntegers,
  kComplex,
  kErrorCode,
  kError,
};

}  // namespace profiler::store_file

#endif  // PROFILER_STORE_FILE_FORMAT_H_
