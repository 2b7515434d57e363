// A block of rows, packed as columns of integers. Each column has as few bytes per value as its
// range in the block needs. Packing is lossless, and kUnknown does not widen the range.
#ifndef PROFILER_STORE_PACKED_PACKED_BLOCK_H_
#define PROFILER_STORE_PACKED_PACKED_BLOCK_H_

#include <cstddef>
#include <cstdint>
#include <memory>

namespace profiler {

// Large enough that the heads of columns take little memory, small enough that a block fits the L1
// cache.
inline constexpr size_t kBlockRows = 256;

using PackedBlock = std::shared_ptr<const char[]>;

// `cells` are the values of the columns one after the other, kBlockRows values each.
PackedBlock PackBlock(const int64_t* cells, size_t columns);

// Unpacks the kBlockRows values of one column of a block.
void UnpackColumn(const PackedBlock& block, size_t column, int64_t* values);

// Whether all values of a column are 0.
bool AreAllZero(const PackedBlock& block, size_t column);

// The block's size in bytes.
size_t SizeOf(const PackedBlock& block, size_t columns);

int64_t UnpackCell(const PackedBlock& block, size_t column, size_t row);

}  // namespace profiler

#endif  // PROFILER_STORE_PACKED_PACKED_BLOCK_H_
