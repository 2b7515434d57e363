// Constants that the exporter and the reader of a store file share. schema.h declares the columns;
// proto/store.proto describes the file.
#ifndef PROFILER_STORE_FILE_FORMAT_H_
#define PROFILER_STORE_FILE_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "profiler/store/schema.h"

namespace profiler::store_file {

// The first bytes of a store file. The format's version follows in one byte.
inline constexpr std::string_view kMagic = "\x89PFSTR\n";
inline constexpr uint8_t kFormat = 2;
// The version of a file with all events, which older programs read. Without the tables that only
// newer ones know, a store without events would seem empty.
inline constexpr uint8_t kFormatWithEvents = 1;
inline constexpr size_t kHeaderBytes = 8;

// The size limit of an unpacked frame, and so of every message and text piece.
inline constexpr uint64_t kMaxFrameBytes = 64 << 20;

// The highest allowed ratio of unpacked to packed size: a file above it was made to fill the
// memory. The exporter pads the rare store that packs better.
inline constexpr uint64_t kMaxRatio = 1000;
inline constexpr uint64_t kFreeBytes = 8 << 20;  // allowed for any file, in addition to the ratio
constexpr uint64_t MostContent(uint64_t file_bytes) {
  return file_bytes > UINT64_MAX / kMaxRatio - kFreeBytes ? UINT64_MAX
                                                          : kFreeBytes + kMaxRatio * file_bytes;
}

// The memory limit for the rows of all tables, for a file of this size.
constexpr uint64_t MostRowBytes(uint64_t file_bytes) {
  constexpr uint64_t kFreeRowBytes = 256 << 20;
  return file_bytes > UINT64_MAX / kMaxRatio - kFreeRowBytes
             ? UINT64_MAX
             : kFreeRowBytes + kMaxRatio * file_bytes;
}

// The number of values stored per tensor: views show no more.
inline constexpr int64_t kTensorValues = 5001;

// The fields of message Store. Tables are in the order of schema.h in the file.
#define PROFILER_STORE_FIELD(how, field, Name, ...) k##Name = (field),
enum class Table : uint32_t {
  kHeader = 1,
  kStrings = 2,
  PROFILER_TABLES(PROFILER_STORE_FIELD)  //
  kTensorValues = 32,
  kEnd = 33,
  kLast = 36,
};
#undef PROFILER_STORE_FIELD

// Fields that all table chunks have. The fields of the columns follow.
inline constexpr uint32_t kFirstRow = 1, kTimeUnit = 2, kFirstColumn = 3;
// For strings: the last text continues in the next chunk.
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
