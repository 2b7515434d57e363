#ifndef PROFILER_READERS_STORE_STORE_CHUNK_H_
#define PROFILER_READERS_STORE_STORE_CHUNK_H_

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/file/columns.h"
#include "profiler/store/file/format.h"
#include "profiler/store/file/numbers.h"
#include "profiler/store/file/rounded.h"
#include "profiler/store/profile.h"

namespace profiler {

// Converts the columns of one message to rows of a table. Checks every value: a row that refers to
// a missing row or has a value out of range is an error.
class StoreChunkReader {
 public:
  // `tables` are the tables read so far, to which rows may refer.
  explicit StoreChunkReader(const Profile& tables) : tables_(tables) {}

  // Returns false if the message is not a chunk of a table with rows of type Row.
  template <typename Row>
  bool Open(std::string_view message) {
    return Parse(message, store_file::WiresOf<Row>());
  }
  uint64_t first_row() const { return first_row_; }
  size_t rows() const { return rows_; }
  bool has_unknown_fields() const { return has_unknown_fields_; }

  // Reads the next row, up to rows() times.
  template <typename Row>
  bool Read(Row& row) {
    CodeMembers(*this, row);
    ++row_;
    return valid_;
  }

  // Called by CodeMembers().
  template <typename IdType>
  void Ref(uint32_t column, IdType& id) {
    SetId(Raw(column), id);
  }
  template <typename IdType>
  void MustRef(uint32_t column, IdType& id) {
    SetId(Raw(column), id);
    Check(id.valid());
  }
  template <typename IdType>
  void Next(uint32_t column, IdType& id) {
    SetId(Sum(column), id);
  }
  template <typename IdType>
  void MustNext(uint32_t column, IdType& id) {
    SetId(Sum(column), id);
    Check(id.valid());
  }
  void Number(uint32_t column, int64_t& value) {
    value = store_file::NumberOf(store_file::UnZigZag(Raw(column)));
  }
  // In files that are older than the column it has its initial value, which need not be unknown.
  void Small(uint32_t column, int32_t& value) {
    if (columns_[column].empty()) return;
    int64_t wide = 0;
    Number(column, wide);
    Check(wide >= INT32_MIN && wide <= INT32_MAX);
    value = static_cast<int32_t>(wide);
  }
  void Time(uint32_t column, int64_t& value) { SetTime(Sum(column), value); }
  void Span(uint32_t column, int64_t& value) { SetTime(store_file::UnZigZag(Raw(column)), value); }
  void Count(uint32_t column, uint32_t& value) {
    const uint64_t wide = Raw(column);
    Check(wide <= UINT32_MAX);
    value = static_cast<uint32_t>(wide);
  }
  void Bits(uint32_t column, uint64_t& value) { value = Raw(column); }
  void Offset(uint32_t column, uint64_t& value) { value = Raw(column) - 1; }
  void Flag(uint32_t column, bool& value) { value = Raw(column) != 0; }
  template <typename E>
  void Enum(uint32_t column, E& value) {
    const uint64_t number = Raw(column);
    Check(number <= static_cast<uint64_t>(LastOf(value)));
    value = static_cast<E>(number);
  }
  void Real(uint32_t column, double& value) { value = std::bit_cast<double>(Raw(column)); }
  // The value is limited so that the sum of any number of rows fits 128 bits.
  void Wide(uint32_t column, Int128& value) {
    const auto low = static_cast<int64_t>(store_file::UnZigZag(Raw(column)));
    const auto high = static_cast<int64_t>(store_file::UnZigZag(Raw(column + 1)));
    Check(high > INT32_MIN && high < INT32_MAX);
    value = valid_ ? static_cast<Int128>(high) * (static_cast<Int128>(1) << 64) + low : 0;
  }
  void Event(uint32_t column, EventId& event) {
    MustNext(column, event.track);
    Count(column + 1, event.row);
  }
  void Rounded(uint32_t column, Int128& value) {
    const auto code = static_cast<int64_t>(Sum(column));
    Check(store_file::IsRoundedCode(code));
    value = valid_ ? store_file::RoundedNumber(code) : 0;
  }
  void Apart(uint32_t, const auto&) {}
  void Derived(uint32_t, const auto&) {}

 private:
  bool Parse(std::string_view message, const store_file::Wires& wires);

  void Check(bool is_right) { valid_ = valid_ && is_right; }
  uint64_t Raw(uint32_t column) const {
    const std::vector<uint64_t>& values = columns_[column];
    return values.empty() ? 0 : values[row_];
  }
  uint64_t Sum(uint32_t column) { return sums_[column] += store_file::UnZigZag(Raw(column)); }
  void SetTime(uint64_t code, int64_t& value) {
    value = store_file::NumberOf(code);
    if (value != kUnknown) Check(!__builtin_mul_overflow(value, time_unit_, &value));
  }
  template <typename IdType>
  void SetId(uint64_t code, IdType& id) {
    Check(code <= CountRowsOf<IdType>(tables_));
    id = code == 0 || !valid_ ? IdType() : IdType(static_cast<uint32_t>(code - 1));
  }

  const Profile& tables_;
  uint64_t first_row_ = 0;
  int64_t time_unit_ = 1;
  size_t rows_ = 0, row_ = 0;
  bool has_unknown_fields_ = false, valid_ = true;
  std::array<std::vector<uint64_t>, store_file::kColumns> columns_;
  std::array<uint64_t, store_file::kColumns> sums_{};  // of columns stored as differences
};

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_CHUNK_H_
