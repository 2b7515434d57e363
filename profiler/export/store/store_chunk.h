#ifndef PROFILER_EXPORT_STORE_STORE_CHUNK_H_
#define PROFILER_EXPORT_STORE_STORE_CHUNK_H_

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/file/columns.h"
#include "profiler/store/file/format.h"
#include "profiler/store/file/numbers.h"
#include "profiler/store/file/rounded.h"

namespace profiler {

// Converts rows of one table to the columns of a message.
class StoreChunk {
 public:
  template <typename Row>
  void Add(Row row) {
    CodeMembers(*this, row);
    ++rows_;
  }
  size_t rows() const { return rows_; }

  // Writes the message and clears the chunk. `first_row` is the number of the table's rows in
  // earlier chunks.
  void Write(uint64_t first_row, std::string& message);

  // Called by CodeMembers().
  template <typename IdType>
  void Ref(uint32_t column, IdType id) {
    Put(column, Packing::kPlain, store_file::CodeOf(id));
  }
  template <typename IdType>
  void MustRef(uint32_t column, IdType id) {
    Ref(column, id);
  }
  template <typename IdType>
  void Next(uint32_t column, IdType id) {
    Put(column, Packing::kDelta, store_file::CodeOf(id));
  }
  template <typename IdType>
  void MustNext(uint32_t column, IdType id) {
    Next(column, id);
  }
  void Number(uint32_t column, int64_t value) {
    Put(column, Packing::kSigned, store_file::CodeOf(value));
  }
  void Small(uint32_t column, int32_t value) { Number(column, value); }
  void Time(uint32_t column, int64_t value) {
    Put(column, Packing::kTime, static_cast<uint64_t>(value));
  }
  void Span(uint32_t column, int64_t value) {
    Put(column, Packing::kSpan, static_cast<uint64_t>(value));
  }
  void Count(uint32_t column, uint32_t value) { Put(column, Packing::kPlain, value); }
  void Bits(uint32_t column, uint64_t value) { Put(column, Packing::kPlain, value); }
  void Offset(uint32_t column, uint64_t value) { Put(column, Packing::kPlain, value + 1); }
  void Flag(uint32_t column, bool value) { Put(column, Packing::kPlain, value ? 1 : 0); }
  template <typename E>
  void Enum(uint32_t column, E value) {
    Put(column, Packing::kPlain, static_cast<uint64_t>(value));
  }
  void Real(uint32_t column, double value) {
    Put(column, Packing::kReal, std::bit_cast<uint64_t>(value));
  }
  void Wide(uint32_t column, Int128 value) {
    const auto low = static_cast<int64_t>(value);
    Put(column, Packing::kSigned, static_cast<uint64_t>(low));
    Put(column + 1, Packing::kSigned, static_cast<uint64_t>((value - low) >> 64));
  }
  void Event(uint32_t column, EventId event) {
    Next(column, event.track);
    Count(column + 1, event.row);
  }
  void Rounded(uint32_t column, Int128 value) {
    Put(column, Packing::kDelta, static_cast<uint64_t>(store_file::RoundedCode(value)));
  }
  void Apart(uint32_t, const auto&) {}
  void Derived(uint32_t, const auto&) {}

 private:
  enum class Packing : uint8_t { kPlain, kSigned, kDelta, kTime, kSpan, kReal };
  struct Column {
    Packing packing = Packing::kPlain;
    std::vector<uint64_t> values;
  };

  void Put(uint32_t column, Packing packing, uint64_t value) {
    columns_[column].packing = packing;
    columns_[column].values.push_back(value);
  }
  int64_t TimeUnit() const;
  static void Encode(Column& column, int64_t time_unit);

  size_t rows_ = 0;
  std::array<Column, store_file::kColumns> columns_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_CHUNK_H_
