// A block of rows as columns of integers, each with as few bytes a value as its range in the block
// needs. Exact for all values; kUnknown costs no range.
#ifndef PROFILER_STORE_PACKED_PACKED_BLOCK_H_
#define PROFILER_STORE_PACKED_PACKED_BLOCK_H_

#include <cstddef>
#include <cstdint>
#include <memory>

namespace profiler {

// Enough to make a column's head cheap, few enough that a block's rows stay in the nearest cache.
inline constexpr size_t kBlockRows = 256;

using PackedBlock = std::shared_ptr<const char[]>;

// `cells` holds the columns one after the other, kBlockRows values each: all of a block.
PackedBlock PackBlock(const int64_t* cells, size_t columns);

// One column of a block: kBlockRows values.
void UnpackColumn(const PackedBlock& block, size_t column, int64_t* values);

// How many bytes it takes.
size_t SizeOf(const PackedBlock& block, size_t columns);

int64_t UnpackCell(const PackedBlock& block, size_t column, size_t row);

}  // namespace profiler

#endif  // PROFILER_STORE_PACKED_PACKED_BLOCK_H_
