#include "profiler/export/store/store_chunk.h"

#include <algorithm>
#include <numeric>
#include <protozero/pbf_writer.hpp>

namespace profiler {

using store_file::CodeOf;
using store_file::ZigZag;

// The greatest common divisor of all times: most sources are coarser than picoseconds, so dividing
// by the unit makes the numbers smaller.
int64_t StoreChunk::TimeUnit() const {
  uint64_t unit = 0;
  for (const Column& column : columns_) {
    if (column.packing != Packing::kTime && column.packing != Packing::kSpan) continue;
    for (const uint64_t bits : column.values) {
      const auto value = static_cast<int64_t>(bits);
      if (value == kUnknown || (unit != 0 && value % static_cast<int64_t>(unit) == 0)) continue;
      unit = std::gcd(unit, value < 0 ? 0 - bits : bits);
      if (unit == 1) return 1;
    }
  }
  return unit == 0 ? 1 : static_cast<int64_t>(unit);
}

void StoreChunk::Encode(Column& column, int64_t time_unit) {
  const bool is_time = column.packing == Packing::kTime || column.packing == Packing::kSpan;
  uint64_t before = 0;
  for (uint64_t& value : column.values) {
    if (is_time) {
      const auto time = static_cast<int64_t>(value);
      value = CodeOf(time == kUnknown ? kUnknown : time / time_unit);
    }
    if (column.packing == Packing::kDelta || column.packing == Packing::kTime) {
      const uint64_t code = value;
      value -= before;
      before = code;
    }
    if (column.packing != Packing::kPlain && column.packing != Packing::kReal)
      value = ZigZag(value);
  }
}

void StoreChunk::Write(uint64_t first_row, std::string& message) {
  protozero::pbf_writer out(message);
  const int64_t time_unit = TimeUnit();
  if (first_row > 0) out.add_uint64(store_file::kFirstRow, first_row);
  if (time_unit > 1) out.add_uint64(store_file::kTimeUnit, static_cast<uint64_t>(time_unit));
  for (uint32_t number = store_file::kFirstColumn; number < columns_.size(); ++number) {
    Column& column = columns_[number];
    std::vector<uint64_t>& values = column.values;
    Encode(column, time_unit);
    const bool is_needed = number == store_file::kFirstColumn ||
                           std::any_of(values.begin(), values.end(), [](uint64_t v) { return v; });
    if (is_needed && column.packing == Packing::kReal) {
      std::vector<double> reals;
      reals.reserve(values.size());
      for (const uint64_t bits : values) reals.push_back(std::bit_cast<double>(bits));
      out.add_packed_double(number, reals.begin(), reals.end());
    } else if (is_needed) {
      out.add_packed_uint64(number, values.begin(), values.end());
    }
    values.clear();
    column.packing = Packing::kPlain;
  }
  rows_ = 0;
}

}  // namespace profiler
